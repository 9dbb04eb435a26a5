import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { api } from '@ambit/contract'
import type { z } from 'zod'
import { byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const booked = sql`r.trip_id = trips.id and r.status not in ('cancelled', 'error')`

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('service_plans')
    .innerJoin('zones', 'zones.id', 'service_plans.zone_id')
    .leftJoin('vehicles', 'vehicles.id', 'service_plans.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'service_plans.driver_id')
    .leftJoin('service_routes', 'service_routes.id', 'service_plans.service_route_id')
    .leftJoin('trips', (join) =>
      join.onRef('trips.service_plan_id', '=', 'service_plans.id').on('trips.current_state', '<>', 'cancelled'),
    )
    .select([
      'service_plans.id',
      'service_plans.zone_id',
      'zones.name as zone_name',
      'service_plans.service_route_id',
      'service_routes.name as service_route_name',
      'service_plans.vehicle_id',
      'vehicles.vehicle_number',
      'service_plans.driver_id',
      'service_plans.start_time',
      'service_plans.end_time',
      'service_plans.minimum_capacity',
      'service_plans.break_minutes',
      'service_plans.break_from',
      'service_plans.break_until',
      'trips.id as trip_id',
      'service_plans.created_at',
      'service_plans.updated_at',
      'service_plans.version',
    ])
    .select([
      sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'),
      sql<{
        shift: string | null
        shiftLabel: string | null
      }>`json_build_object('shift', service_plans.shift, 'shiftLabel', service_plans.shift_label)`.as('metadata'),
      sql<{ id: number }[]>`(select coalesce(json_agg(json_build_object('id', s.id)), '[]') from service_strategies s
        where s.zone_id = service_plans.zone_id and case when service_routes.service_strategy_id is null
          then s."default" else s.id = service_routes.service_strategy_id end)`.as('PlanStrategies'),
      sql<
        { id: number }[]
      >`(select coalesce(json_agg(json_build_object('id', r.id) order by r.pickup_lower_bound, r.id), '[]')
        from service_requests r where ${booked})`.as('service_requests'),
      sql<number>`(select count(*) from service_requests r where ${booked})`.as('booking_count'),
    ])

export const listServicePlans = (
  db: Kysely<DB>,
  query: z.output<typeof api.servicePlans.list.query>,
  regions: readonly number[] | null,
) => {
  const { zone, region, id, vehicle, driver } = query.filter ?? {}
  let found = select(db)
  if (regions !== null) found = found.where('zones.region_id', '=', sql<number>`any(${regions}::int[])`)
  if (zone !== undefined) found = found.where('service_plans.zone_id', '=', sql<number>`any(${zone}::int[])`)
  if (region !== undefined) found = found.where('zones.region_id', '=', sql<number>`any(${region}::int[])`)
  if (id !== undefined) found = found.where('service_plans.id', '=', sql<number>`any(${id}::int[])`)
  if (vehicle !== undefined) found = found.where('service_plans.vehicle_id', '=', sql<number>`any(${vehicle}::int[])`)
  if (driver !== undefined) found = found.where('service_plans.driver_id', '=', sql<number>`any(${driver}::int[])`)
  if (query.from !== undefined) found = found.where('service_plans.end_time', '>', new Date(query.from))
  if (query.to !== undefined) found = found.where('service_plans.start_time', '<', new Date(query.to))
  return listed(
    found,
    query,
    byValue('service_plans.start_time', 'service_plans.end_time'),
    sql.ref('service_plans.id'),
  )
}

export const findServicePlan = (db: Kysely<DB>, id: number, regions: readonly number[] | null) => {
  const found = select(db).where('service_plans.id', '=', id)
  return (
    regions === null ? found : found.where('zones.region_id', '=', sql<number>`any(${regions}::int[])`)
  ).executeTakeFirst()
}

export type ServicePlanRecord = NonNullable<Awaited<ReturnType<typeof findServicePlan>>>

export type Clash = {
  id: number
  kind: 'vehicle' | 'driver'
  name: string
  zone_name: string
  region_id: number
  start_time: Date
  end_time: Date
  time_zone: string
}

/** The first other schedule that already holds the vehicle or the driver at some moment of the window. */
export const findClash = async (
  db: Kysely<DB>,
  plan: { id?: number; vehicle_id: number | null; driver_id: number | null; start_time: Date; end_time: Date },
): Promise<Clash | null> => {
  const row = await db
    .selectFrom('service_plans')
    .innerJoin('zones', 'zones.id', 'service_plans.zone_id')
    .leftJoin('vehicles', 'vehicles.id', 'service_plans.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'service_plans.driver_id')
    .where('start_time', '<', plan.end_time)
    .where('end_time', '>', plan.start_time)
    .where('service_plans.id', '<>', plan.id ?? 0)
    .where((eb) => eb.or([eb('vehicle_id', '=', plan.vehicle_id), eb('driver_id', '=', plan.driver_id)]))
    .select(['service_plans.id', 'vehicle_id', 'vehicles.vehicle_number', 'zones.name as zone_name', 'zones.time_zone'])
    .select([
      'zones.region_id',
      'start_time',
      'end_time',
      sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'),
    ])
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const kind = row.vehicle_id !== null && row.vehicle_id === plan.vehicle_id ? 'vehicle' : 'driver'
  const name = (kind === 'vehicle' ? row.vehicle_number : row.driver_name) ?? ''
  return {
    id: row.id,
    kind,
    name,
    zone_name: row.zone_name,
    region_id: row.region_id,
    start_time: row.start_time,
    end_time: row.end_time,
    time_zone: row.time_zone,
  }
}
