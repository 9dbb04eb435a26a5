import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { openRequestStatuses, openTripStates } from '@ambit/domain'
import { byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

const open = sql`status = any(${openRequestStatuses}::text[])`

/** Each zone's plan from the tables; what is still to be driven is computed from the plan itself. */
const select = (db: Kysely<DB>, scope: number[] | null, now: Date) =>
  db
    .selectFrom('zones')
    .leftJoin('zone_plans', 'zone_plans.zone_id', 'zones.id')
    .where(withinScope(scope, 'zones.region_id'))
    .select([
      'zones.id',
      'zones.id as zone_id',
      'zones.name as zone_name',
      'zones.region_id',
      'zones.time_zone',
      'zone_plans.replanned_at',
      'zone_plans.replanned_by',
      sql<number>`coalesce(zone_plans.version, 0)`.as('plan_version'),
      sql<number>`coalesce(zone_plans.settings_version, 0)`.as('settings_version'),
      sql<number>`(select count(*) from trips t where t.zone_id = zones.id
        and t.current_state = any(${openTripStates}::text[]))`.as('trip_count'),
      sql<number>`(select count(*) from service_requests where zone_id = zones.id and ${open})`.as('booking_count'),
      sql<number>`(select count(*) from service_requests where zone_id = zones.id and ${open}
        and trip_id is null)`.as('unassigned_count'),
      sql<number>`(select coalesce(sum(extract(epoch from t.end_datetime - greatest(t.start_datetime, ${now}))), 0)::float8
        from trips t where t.zone_id = zones.id and t.current_state = any(${openTripStates}::text[])
        and t.end_datetime > ${now})`.as('vehicle_s'),
    ])

export const listZonePlans = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.zoneSolutions.list.query>,
  now: Date,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope, now)
  if (zone !== undefined) found = found.where(sql<boolean>`zones.id = any(${zone}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`zones.id = any(${id}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  return listed(
    found,
    query,
    { zone_name: sql`lower(zones.name)`, ...byValue('zone_plans.replanned_at') },
    sql.ref('zones.id'),
  )
}

export const findZonePlan = (db: Kysely<DB>, scope: number[] | null, id: number, now: Date) =>
  select(db, scope, now).where('zones.id', '=', id).executeTakeFirst()

export type ZonePlanRow = NonNullable<Awaited<ReturnType<typeof findZonePlan>>>
