import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Dashboard,
  type DashboardStatistics,
  INDEX_HOURS_EITHER_SIDE,
  MAX_SETUP_COUNT,
  type PermissionKey,
  UPCOMING_MINUTES,
} from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { visibleCrew, visibleTravelers, withinScope } from '../http/scope.ts'

type Setup = Dashboard['setup']

const keys = {
  regions: 'RegionManagement:region:canRead',
  zones: 'ZoneManagement:zone:canRead',
  vehicles: 'VehicleManagement:vehicle:canRead',
  drivers: 'DriverManagement:driver:canRead',
  travelers: 'TravellerManagement:traveller:canRead',
  service_plans: 'ServicePlans:servicePlan:canRead',
} as const satisfies Record<keyof Setup, PermissionKey>

/** Counts no further than `MAX_SETUP_COUNT`: every open dashboard asks every three seconds. */
const someOf = (table: RawBuilder<unknown>) =>
  sql`(select count(*) from (select 1 from ${table} limit ${MAX_SETUP_COUNT}) as found)`

/** Counts of each kind that the caller may read; null for the others. */
export const countSetup = async (
  db: Kysely<DB>,
  scope: number[] | null,
  now: Date,
  holds: (key: PermissionKey) => boolean,
): Promise<Setup> => {
  const counted = {
    regions: sql`(select count(*) from regions where ${withinScope(scope, 'id')})`,
    zones: sql`(select count(*) from zones where ${withinScope(scope, 'region_id')})`,
    vehicles: someOf(sql`vehicles where ${visibleCrew(scope, 'vehicles')}`),
    drivers: someOf(sql`drivers where ${visibleCrew(scope, 'drivers')}`),
    travelers: someOf(sql`travelers where ${visibleTravelers(scope)}`),
    service_plans: sql`(select count(*) from service_plans p join zones on zones.id = p.zone_id
      where p.end_time > ${now} and ${withinScope(scope, 'zones.region_id')})`,
  }
  const part = (kind: keyof Setup) => sql`${holds(keys[kind]) ? counted[kind] : sql`null::bigint`} as ${sql.ref(kind)}`
  const kinds = Object.keys(keys) as (keyof Setup)[] // `satisfies` above: just these keys
  const { rows } = await sql<Setup>`select ${sql.join(kinds.map(part))}`.execute(db)
  return rows[0]! // a select without a table answers one row
}

const MINUTE = 60_000

/** One pass over today's bookings and those on board. Each zone's today follows its time zone. */
export const countBookings = async (
  db: Kysely<DB>,
  scope: number[] | null,
  now: Date,
): Promise<{ statistics: DashboardStatistics; today_ends: Date | null }> => {
  const soon = new Date(now.getTime() + UPCOMING_MINUTES * MINUTE)
  const [from, to] = [-1, 1].map((side) => new Date(now.getTime() + side * INDEX_HOURS_EITHER_SIDE * 60 * MINUTE))
  // A day and a bit on either side covers today in every time zone and lets the index be used.
  const [first, last] = [-1, 1].map((side) => new Date(now.getTime() + side * 26 * 60 * MINUTE))
  const at = sql`r.pickup_lower_bound`
  const waiting = sql`r.status in ('created', 'assigned', 'unassigned', 'secured')`
  const today = sql`${at} >= z.day and ${at} < z.next_day`
  const { rows } = await sql<DashboardStatistics & { today_ends: Date | null }>`
    with z as materialized (
      select zones.id, day at time zone zones.time_zone as day, (day + interval '1 day') at time zone zones.time_zone as next_day
      from zones join regions on regions.id = zones.region_id and regions.status = 'active'
        and ${withinScope(scope, 'regions.id')}
        cross join lateral (select date_trunc('day', ${now}::timestamptz at time zone zones.time_zone) as day) as civil)
    select
      count(*) filter (where r.status = 'on_board') as on_board,
      count(*) filter (where ${waiting} and ${at} >= ${now} and ${at} < ${soon}) as upcoming,
      count(*) filter (where ${waiting} and ${at} >= ${soon} and ${at} < z.next_day) as future,
      count(*) filter (where r.status = 'completed' and ${today}) as completed,
      count(*) filter (where r.status = 'no_show' and ${today}) as no_show,
      count(*) filter (where r.status = 'cancelled' and ${today}) as cancelled,
      count(*) filter (where ${at} >= ${from} and ${at} < ${to}) as around_now,
      (select max(next_day) from z) as today_ends
    from z join service_requests r on r.zone_id = z.id
    where r.pickup_lower_bound >= ${first} and r.pickup_lower_bound < ${last}`.execute(db)
  const { today_ends, ...statistics } = rows[0]! // an aggregate answers one row
  return { statistics, today_ends }
}
