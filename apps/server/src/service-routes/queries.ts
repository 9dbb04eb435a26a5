import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, ServiceRouteStop } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

/** Times as JSON text. */
export type RouteSchedule = { service_plan_id: number; vehicle_id: number | null; start_time: string; end_time: string }
export type PlacedStop = ServiceRouteStop & { point: [number, number] }

const MOST_SCHEDULES = 50

/** A route with its stops in order, each with its place, and its schedules that have not ended. */
const select = (db: Kysely<DB>, scope: number[] | null, now: Date) =>
  db
    .selectFrom('service_routes as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .selectAll('r')
    .select([
      sql<PlacedStop[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('zone_stop_id', rs.zone_stop_id, 'dwell_seconds', rs.dwell_seconds,
          'point', jsonb_build_array(l.longitude, l.latitude)) order by rs.position), '[]')
        from service_route_stops rs join zone_stops s on s.id = rs.zone_stop_id join locations l on l.id = s.location_id
        where rs.service_route_id = r.id)`.as('stops'),
      sql<RouteSchedule[]>`(
        select coalesce(jsonb_agg(p order by p.start_time, p.service_plan_id), '[]') from (
          select id as service_plan_id, vehicle_id, start_time, end_time from service_plans
          where service_route_id = r.id and end_time > ${now} order by start_time, id limit ${MOST_SCHEDULES}) as p)`.as(
        'schedules',
      ),
    ])
    .where(withinScope(scope, 'zones.region_id'))

const sortable = { ...byText('r.name'), ...byValue('r.created_at') }

export const listServiceRoutes = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.serviceRoutes.list.query>,
  now: Date,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope, now).where(matches(query.search, ['r.name']))
  if (zone !== undefined) found = found.where(sql<boolean>`r.zone_id = any(${zone}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`r.id = any(${id}::int[])`)
  return listed(found, query, sortable, sql.ref('r.id'))
}

export type RouteRow = Awaited<ReturnType<typeof routesOfZone>>[number]

export const routesOfZone = (db: Kysely<DB>, zoneId: number, now: Date) =>
  select(db, null, now).where('r.zone_id', '=', zoneId).orderBy('r.id').execute()

/** The routes that schedules name, with how many of these schedules have not ended. */
export const schedulesOnRoutes = async (
  db: Kysely<DB>,
  routeIds: readonly number[],
  now: Date,
): Promise<Map<number, number>> => {
  if (routeIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; ahead: number }>`
    select service_route_id as id, count(*) filter (where end_time > ${now}) as ahead from service_plans
    where service_route_id = any(${routeIds}::int[]) group by service_route_id`.execute(db)
  return new Map(rows.map(({ id, ahead }) => [id, ahead]))
}
