import type { ServiceDays } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { readRules } from '../../planning/plan/rules.ts'

type Zone = { zone_id: number; time_zone: string }
type Day = Zone & { date: string }

/** Rules of hours say nothing of how far ahead may be booked. */
const NO_HORIZON = 0

export const serviceDaysOf = async (db: Kysely<DB>, { zone_id, time_zone }: Zone): Promise<ServiceDays> =>
  (await readRules(db, { id: zone_id, time_zone }, NO_HORIZON)).days

/** The service day of a moment: after midnight an evening still belongs to its day. */
export const serviceDateAt = async (db: Kysely<DB>, zone: Zone, moment: Date): Promise<string> =>
  (await serviceDaysOf(db, zone)).at(moment.getTime()).date

/**
 * When the last hour of service of a zone's day ends: by its service hours, else by the last schedule that begins on that
 * day, else with the day.
 */
export const serviceEndOf = async (db: Kysely<DB>, { date, ...zone }: Day, known?: ServiceDays): Promise<Date> => {
  const day = (known ?? (await serviceDaysOf(db, zone))).on(date)
  const closes = day.open?.at(-1)?.until
  if (closes !== undefined) return new Date(closes)
  const { rows } = await sql<{ ends: Date | null }>`select max(end_time) as ends from service_plans
    where zone_id = ${zone.zone_id} and start_time >= ${new Date(day.begins)} and start_time < ${new Date(day.ends)}`.execute(
    db,
  )
  return rows[0]?.ends ?? new Date(day.ends)
}

/** The same for the service day of a moment. */
export const serviceEndAt = async (db: Kysely<DB>, zone: Zone, moment: Date): Promise<Date> => {
  const days = await serviceDaysOf(db, zone)
  return serviceEndOf(db, { ...zone, date: days.at(moment.getTime()).date }, days)
}
