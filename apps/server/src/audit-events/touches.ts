import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditKind } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

type Touched = { what: string; count: number }
type Counted = readonly [what: string, counted: RawBuilder<unknown>]
type Counts = (id: number, now: Date) => readonly Counted[]

const bookings = (condition: RawBuilder<unknown>, now: Date): Counted => [
  'bookings to come',
  sql`select count(*) from service_requests
      where ${condition} and dropoff_upper_bound > ${now} and status not in ('cancelled', 'completed')`,
]
const schedules = (condition: RawBuilder<unknown>, now: Date): Counted =>
  ['schedules to come', sql`select count(*) from service_plans where ${condition} and end_time > ${now}`] as const
const inZone =
  (table: 'service_areas' | 'service_routes' | 'service_strategies' | 'zone_stops' | null): Counts =>
  (id, now) => {
    const zone =
      table === null ? sql`zone_id = ${id}` : sql`zone_id = (select zone_id from ${sql.table(table)} where id = ${id})`
    return [bookings(zone, now), schedules(zone, now)]
  }

const counts: Partial<Record<AuditKind, Counts>> = {
  drivers: (id, now) => [schedules(sql`driver_id = ${id}`, now)],
  vehicles: (id, now) => [schedules(sql`vehicle_id = ${id}`, now)],
  travelers: (id, now) => [bookings(sql`traveler_id = ${id}`, now)],
  discounts: (id, now) => [bookings(sql`discount_id = ${id}`, now)],
  regions: (id) => [['zones', sql`select count(*) from zones where region_id = ${id}`]],
  zones: inZone(null),
  service_areas: inZone('service_areas'),
  zone_stops: inZone('zone_stops'),
  service_strategies: inZone('service_strategies'),
  service_routes: inZone('service_routes'),
  user_groups: (id) => [['members', sql`select count(*) from user_group_members where user_group_id = ${id}`]],
  user_roles: (id) => [['groups', sql`select count(*) from user_group_roles where user_role_id = ${id}`]],
}

/** What else the record's change concerns, without what is not there. */
export const touchedBy = async (db: Kysely<DB>, kind: AuditKind, id: string, now: Date): Promise<Touched[]> => {
  const touched: Touched[] = []
  for (const [what, counted] of counts[kind]?.(Number(id), now) ?? []) {
    const { rows } = await sql<{ count: number }>`${counted}`.execute(db)
    if ((rows[0]?.count ?? 0) > 0) touched.push({ what, count: rows[0]!.count }) // as the condition says
  }
  return touched
}
