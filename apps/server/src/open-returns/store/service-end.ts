import { sql } from 'kysely'
import type { Reader } from '../../planning/plan/queries.ts'
import { readRules } from '../../planning/plan/rules.ts'

type Day = { zone_id: number; time_zone: string; date: string }

/** Rules of hours say nothing of how far ahead may be booked. */
const NO_HORIZON = 0

/**
 * When the last hour of service of a zone's day ends: by its service hours, else by the last schedule that begins on that
 * day, else with the day.
 */
export const serviceEndOf = async (db: Reader, { zone_id, time_zone, date }: Day): Promise<Date> => {
  const { days } = await readRules(db, { id: zone_id, time_zone }, NO_HORIZON)
  const day = days.on(date)
  const closes = day.open?.at(-1)?.until
  if (closes !== undefined) return new Date(closes)
  const { rows } = await sql<{ ends: Date | null }>`select max(end_time) as ends from service_plans
    where zone_id = ${zone_id} and start_time >= ${new Date(day.begins)} and start_time < ${new Date(day.ends)}`.execute(
    db,
  )
  return rows[0]?.ends ?? new Date(day.ends)
}
