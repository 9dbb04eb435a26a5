import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { SeriesRow } from './queries.ts'

type On = Record<'date' | 'time_zone' | 'zone', RawBuilder<unknown>>

/** SQL: a schedule `p` of the zone begins on the civil date; one of the evening before plans nothing of its day. */
export const beginsOn = ({ date, time_zone, zone }: On) => sql`(p.zone_id = ${zone}
  and p.start_time >= ${date}::timestamp at time zone ${time_zone}
  and p.start_time < (${date} + 1)::timestamp at time zone ${time_zone})`

/** Whether the zone of a series has a schedule of the date. */
export const hasSchedule = async (
  db: Kysely<DB>,
  { zone_id, time_zone }: SeriesRow,
  date: string,
): Promise<boolean> => {
  const on = { date: sql`${date}::date`, time_zone: sql`${time_zone}::text`, zone: sql`${zone_id}::int` }
  const { rows } = await sql<{ found: boolean }>`select exists (select from service_plans p
    where ${beginsOn(on)}) as found`.execute(db)
  return rows[0]?.found ?? false
}
