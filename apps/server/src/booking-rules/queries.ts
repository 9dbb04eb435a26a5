import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { notFound } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

const selectRules = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('booking_rules as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where(withinScope(scope, 'zones.region_id'))
    .select(['r.id', 'r.zone_id', 'r.day_starts', 'r.hours', 'r.cut_off', 'r.cut_off_leave_now'])
    .select([
      'r.max_open_bookings',
      'r.max_passengers',
      'r.max_companions',
      'r.created_at',
      'r.updated_at',
      'r.version',
    ])
    .select(day('r.holds_from').as('holds_from'))

const selectDays = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('special_days as d')
    .innerJoin('zones', 'zones.id', 'd.zone_id')
    .where(withinScope(scope, 'zones.region_id'))
    .select(['d.id', 'd.zone_id', 'd.name', 'd.notice', 'd.hours', 'd.created_at', 'd.updated_at', 'd.version'])
    .select(day('d.date').as('date'))

export const rulesOfZones = (db: Kysely<DB>, zoneIds: readonly number[]) =>
  selectRules(db, null).where('r.zone_id', 'in', zoneIds).orderBy('r.holds_from').execute()

export const specialDaysOfZones = (db: Kysely<DB>, zoneIds: readonly number[]) =>
  selectDays(db, null).where('d.zone_id', 'in', zoneIds).orderBy('d.date').execute()

export const rulesOfZone = (db: Kysely<DB>, zoneId: number) => rulesOfZones(db, [zoneId])

export const specialDaysOfZone = (db: Kysely<DB>, zoneId: number) => specialDaysOfZones(db, [zoneId])

export const findRules = (db: Kysely<DB>, id: number) => selectRules(db, null).where('r.id', '=', id).executeTakeFirst()

export const lockRules = (db: Kysely<DB>, scope: Scope, id: number) =>
  selectRules(db, scope).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

export const findSpecialDay = (db: Kysely<DB>, id: number) =>
  selectDays(db, null).where('d.id', '=', id).executeTakeFirst()

export const lockSpecialDay = (db: Kysely<DB>, scope: Scope, id: number) =>
  selectDays(db, scope).where('d.id', '=', id).forUpdate('d').executeTakeFirst()

/** The zone as far as its clock; 404 where there is none within the regions. */
export const requireZoneClock = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const zone = await db
    .selectFrom('zones')
    .where('id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .select(['id', 'time_zone'])
    .executeTakeFirst()
  if (zone === undefined) throw notFound()
  return zone
}

/** Open bookings of the zone that are promised into the span. */
export const bookingsWithin = (db: Kysely<DB>, zoneId: number, span: { from: Date; until: Date }) =>
  db
    .selectFrom('service_requests')
    .where('zone_id', '=', zoneId)
    .where('status', 'in', ['created', 'assigned', 'unassigned', 'secured', 'on_board'])
    .where('pickup_lower_bound', '<', span.until)
    .where('dropoff_upper_bound', '>', span.from)
    .select(['id', 'status', 'pickup_lower_bound', 'dropoff_upper_bound'])
    .orderBy('pickup_lower_bound')
    .execute()

export const schedulesWithin = (db: Kysely<DB>, zoneId: number, span: { from: Date; until: Date }) =>
  db
    .selectFrom('service_plans as p')
    .leftJoin('vehicles as v', 'v.id', 'p.vehicle_id')
    .where('p.zone_id', '=', zoneId)
    .where('p.start_time', '<', span.until)
    .where('p.end_time', '>', span.from)
    .select(['p.id', 'v.vehicle_number', 'p.start_time', 'p.end_time'])
    .orderBy('p.start_time')
    .execute()
