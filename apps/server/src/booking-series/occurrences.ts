import { dateIn, leftOutByChoice, leftOutByService, seriesDates } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { datesIn, type OccurrenceRow, occurrencesOf, type SeriesRow } from './queries.ts'
import { legOf, serviceDays } from './rows.ts'

type Range = { from?: string | undefined; until?: string | undefined }

/** Dates that are not made yet, in one answer: telling why one is left out takes a tenth of a millisecond. */
const MOST_AHEAD = 100

/** The dates of a series from today, or another, on: those that are made, and those that its pattern will bring. */
export const listOccurrences = async (db: Kysely<DB>, series: SeriesRow, { from, until }: Range, now: Date) => {
  const first = from ?? dateIn(series.time_zone, now)
  const within = (date: string): boolean => date >= first && (until === undefined || date <= until)
  const rows = Map.groupBy(
    (await occurrencesOf(db, series.id, first)).filter(({ date }) => within(date)),
    ({ date }) => date,
  )
  const dates = datesIn(series)
  const planned = series.ended_at === null ? seriesDates(dates).filter(({ date }) => within(date)) : []
  const days = await serviceDays(db, series)
  const ahead = planned.filter(({ date }) => !rows.has(date) && date > (series.made_until ?? ''))
  const coming = ahead.slice(0, MOST_AHEAD).map(({ date, added }) => ({
    date,
    added,
    detached: false,
    legs: series.legs.map(({ time, departing }, index) => {
      const left_out =
        leftOutByChoice(dates, date, index + 1) ?? leftOutByService(days, series.time_zone, { date, time, departing })
      return { ...nothingYet, leg: index + 1, time, departing, left_out, state: stateOf(left_out) }
    }),
  }))
  const made = [...rows].map(([date, ofDate]) => ({
    date,
    added: dates.added.includes(date),
    detached: ofDate.some(({ detached }) => detached),
    legs: ofDate.map((row) => legRecord(series, row)),
  }))
  const data = [...made, ...coming].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const total = made.length + ahead.length
  return { data, meta: { total, total_count: total } }
}

const stateOf = (left_out: object | null) => (left_out === null ? ('planned' as const) : ('left_out' as const))

const nothingYet = {
  reasons: [],
  service_request_id: null,
  booking_status: null,
  pickup: null,
  dropoff: null,
  waitlist_entry_id: null,
}

const window = (lower_bound: Date | null, upper_bound: Date | null) =>
  lower_bound === null || upper_bound === null ? null : { lower_bound, upper_bound }

const legRecord = (series: SeriesRow, row: OccurrenceRow) => {
  const leg = legOf(series, row)
  const cancelled = row.booking_status === 'cancelled'
  return {
    leg: row.leg,
    time: leg?.time ?? '',
    departing: leg?.departing ?? true,
    state: row.state === 'booked' && cancelled ? ('cancelled' as const) : row.state,
    left_out: row.left_out,
    reasons: row.reasons,
    service_request_id: row.service_request_id,
    booking_status: row.booking_status,
    pickup: window(row.pickup_lower_bound, row.pickup_upper_bound),
    dropoff: window(row.dropoff_lower_bound, row.dropoff_upper_bound),
    waitlist_entry_id: row.waitlist_entry_id,
  }
}
