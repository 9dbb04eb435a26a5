import { SERIES_REMINDER_DAYS, type ExceptionFacts } from '@ambit/contract'
import { addDays, severityOf } from '@ambit/domain'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { raise } from '../exceptions/raise.ts'
import { MOST_DATES } from './fail.ts'
import type { SeriesRow } from './queries.ts'

/** After so many dates in a row that were missed or cancelled, a series is to be looked at. */
const IN_A_ROW = 3

/** Tells staff of a series that is to be looked at, once for each cause. */
export const review = async (tx: Transaction<DB>, series: SeriesRow, today: string, at: Date): Promise<void> => {
  const missed = await missedInARow(tx, series.id)
  if (missed !== null) await tell(tx, series, { review: 'missed', dates: missed }, at)
  const open = series.ends_on === null && series.ride_count === null
  if (open && today >= addDays(series.last_on, -SERIES_REMINDER_DAYS))
    await tell(tx, series, { review: 'ends', dates: [series.last_on] }, at)
}

/** The dates since the last ride that was made, all missed or cancelled, the first of them; null: they are too few. */
const missedInARow = async (tx: Transaction<DB>, id: number): Promise<string[] | null> => {
  const { rows } = await sql<{ date: string }>`
    with dates as (select o.date, bool_and(r.status in ('no_show', 'cancelled')) as missed
      from booking_series_occurrences o join service_requests r on r.id = o.service_request_id
      where o.booking_series_id = ${id} and o.state = 'booked'
      group by o.date having bool_and(r.status in ('no_show', 'cancelled', 'completed')))
    select to_char(date, 'YYYY-MM-DD') as date from dates
    where date > coalesce((select max(date) from dates where not missed), '-infinity')
    order by date limit ${MOST_DATES}`.execute(tx)
  return rows.length < IN_A_ROW ? null : rows.map(({ date }) => date)
}

const tell = async (
  tx: Transaction<DB>,
  { id, zone_id }: SeriesRow,
  facts: Pick<ExceptionFacts, 'dates' | 'review'>,
  at: Date,
): Promise<void> => {
  // The first date is the cause: a run of missed dates that goes on is the same one.
  const subject = `series:${id}:${facts.review}:${facts.dates?.[0]}`
  const before = await tx
    .selectFrom('exceptions')
    .where('kind', '=', 'series_review')
    .where('subject', '=', subject)
    .select('id')
    .executeTakeFirst()
  if (before !== undefined) return
  await raise(tx, {
    kind: 'series_review',
    severity: severityOf.series_review,
    trip_id: null,
    zone_id,
    subject,
    driver_id: null,
    facts: { booking_series_id: id, ...facts },
    at,
  })
}
