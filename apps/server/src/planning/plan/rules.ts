import { createServiceDays, type ZoneRules } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'

const civilDay = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

/** What may be booked in a zone, kept with its settings. */
export const readRules = async (
  db: Kysely<DB>,
  { id, time_zone }: { id: number; time_zone: string },
  horizon_days: number,
): Promise<ZoneRules> => {
  const rules = await db
    .selectFrom('booking_rules')
    .where('zone_id', '=', id)
    .select(['day_starts', 'hours', 'cut_off', 'cut_off_leave_now', 'max_open_bookings'])
    .select(['max_passengers', 'max_companions'])
    .select(civilDay('holds_from').as('holds_from'))
    .execute()
  const special_days = await db
    .selectFrom('special_days')
    .where('zone_id', '=', id)
    .select(['name', 'notice', 'hours', civilDay('date').as('date')])
    .execute()
  return { time_zone, horizon_days, days: createServiceDays({ time_zone, rules, special_days }) }
}
