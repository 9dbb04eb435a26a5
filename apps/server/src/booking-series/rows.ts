import {
  dateIn,
  leftOutByChoice,
  leftOutByService,
  instantOf,
  seriesDates,
  addDays,
  minutesIn,
  type ServiceDays,
} from '@ambit/domain'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { readRules } from '../planning/plan/rules.ts'
import { endEntry } from '../waitlist-entries/store/end.ts'
import { datesIn, lockOccurrences, type OccurrenceRow, type SeriesRow } from './queries.ts'

/** Minutes after midnight at which the nightly run begins by the zone's clock. */
const NIGHT = 30

/** The civil date of the last nightly run that has begun. */
export const lastNight = (timeZone: string, now: Date): string => {
  const today = dateIn(timeZone, now)
  return minutesIn(timeZone, now) >= NIGHT ? today : addDays(today, -1)
}

/** Until when occurrences are made: so many days ahead of the last night. */
export const madeUntil = ({ time_zone, series_days_ahead }: SeriesRow, now: Date): string =>
  addDays(lastNight(time_zone, now), series_days_ahead)

/** The service days of its zone, by the clock of the series. */
export const serviceDays = async (
  db: Kysely<DB>,
  { zone_id, time_zone }: Pick<SeriesRow, 'zone_id' | 'time_zone'>,
): Promise<ServiceDays> => (await readRules(db, { id: zone_id, time_zone }, 0)).days

/** The way of a row: its own where it is detached, else that of the series; undefined where the series has none any more. */
export const legOf = (series: SeriesRow, row: Pick<OccurrenceRow, 'leg' | 'own'>) =>
  row.own?.leg ?? series.legs[row.leg - 1]

type Row = Pick<OccurrenceRow, 'date' | 'leg' | 'own'>
type Wanted = { left_out: { code: string; text: string } | null }

/** Says of one way of one date what it is to be, with why it is left out; null: there is none. */
const wantedBy = (series: SeriesRow, days: ServiceDays): ((row: Row) => Wanted | null) => {
  const dates = datesIn(series)
  const travels = new Set(series.ended_at === null ? seriesDates(dates).map(({ date }) => date) : [])
  return (row) => {
    const leg = legOf(series, row)
    if (leg === undefined || !travels.has(row.date)) return null
    const { time, departing } = leg
    const chosen = leftOutByChoice(dates, row.date, row.leg)
    // What was changed by itself has a time of its own: only a choice leaves it out.
    if (chosen !== null || row.own !== null) return { left_out: chosen }
    return { left_out: leftOutByService(days, series.time_zone, { date: row.date, time, departing }) }
  }
}

/** Ways of dates until then that have not begun. */
const rowsAhead = (series: SeriesRow, until: string, now: Date): Row[] =>
  seriesDates(datesIn(series))
    .filter(({ date }) => date <= until)
    .flatMap(({ date }) => series.legs.map((_, index) => ({ date, leg: index + 1, own: null })))
    .filter((row) => !hasBegun(series, row, now))

/**
 * Makes the rows of a series, which is locked, what its dates say: missing ones are added, those that are left out or not
 * among its dates any more take nothing, and bookings stay as they are. `cancelled`: bookings that were cancelled as their
 * date was left out, and come back with it.
 */
export const settleRows = async (
  tx: Transaction<DB>,
  series: SeriesRow,
  now: Date,
  cancelled: readonly number[] = [],
): Promise<void> => {
  const until = madeUntil(series, now)
  const rows = await lockOccurrences(tx, series.id, dateIn(series.time_zone, now))
  const wanted = wantedBy(series, await serviceDays(tx, series))
  for (const row of rows) {
    const withDate = cancelled.some((id) => id === row.service_request_id) && row.booking_status === 'cancelled'
    if (row.state === 'booked' && !withDate) continue
    await settleRow(tx, series, row, wanted(row), now)
  }
  // A date that was changed by itself gets no further way.
  const isKnown = (one: Row): boolean =>
    rows.some((row) => row.date === one.date && (row.leg === one.leg || row.detached))
  const missing = rowsAhead(series, until, now).flatMap((row) => {
    const it = isKnown(row) ? null : wanted(row)
    return it === null ? [] : [{ ...row, ...it }]
  })
  if (missing.length > 0)
    await tx
      .insertInto('booking_series_occurrences')
      .values(
        missing.map(({ date, leg, left_out }) => ({
          booking_series_id: series.id,
          date,
          leg,
          state: left_out === null ? ('planned' as const) : ('left_out' as const),
          left_out: left_out === null ? null : JSON.stringify(left_out),
        })),
      )
      .onConflict((on) => on.doNothing())
      .execute()
  await tx.updateTable('booking_series').set({ made_until: until }).where('id', '=', series.id).execute()
}

const settleRow = async (
  tx: Transaction<DB>,
  series: SeriesRow,
  row: OccurrenceRow,
  wanted: Wanted | null,
  now: Date,
): Promise<void> => {
  if (hasBegun(series, row, now)) return
  if (row.state === 'booked' && !isChosen(wanted?.left_out ?? null)) return
  const why = { at: now, note: 'Its date is left out' }
  if (wanted === null) return dropRow(tx, row, why)
  if (wanted.left_out !== null) await withdraw(tx, row, why)
  const before = JSON.stringify(row.left_out)
  if (wanted.left_out !== null) {
    if (row.state === 'left_out' && before === JSON.stringify(wanted.left_out)) return
    await setRow(tx, row.id, { state: 'left_out', left_out: JSON.stringify(wanted.left_out), reasons: '[]' })
  } else if (row.state === 'left_out')
    await setRow(tx, row.id, { state: 'planned', left_out: null, reasons: '[]', tried_at: null })
}

const isChosen = (left_out: Wanted['left_out']): boolean =>
  left_out !== null && (left_out.code === 'chosen' || left_out.code === 'paused')

export const hasBegun = (series: SeriesRow, row: Pick<OccurrenceRow, 'date' | 'leg' | 'own'>, now: Date): boolean => {
  const leg = legOf(series, row)
  return leg !== undefined && instantOf(row.date, leg.time, series.time_zone) <= now
}

type Why = { at: Date; note: string }

/** Its entry of the waiting list waits no longer. */
const withdraw = async (tx: Transaction<DB>, row: OccurrenceRow, { at, note }: Why): Promise<void> => {
  if (row.state !== 'waiting' || row.waitlist_entry_id === null) return
  await endEntry(tx, row.waitlist_entry_id, { state: 'withdrawn', at, by: null, note })
}

/** A ride that is not booked is none any more. */
export const dropRow = async (tx: Transaction<DB>, row: OccurrenceRow, why: Why): Promise<void> => {
  await withdraw(tx, row, why)
  await tx.deleteFrom('booking_series_occurrences').where('id', '=', row.id).execute()
}

/** A ride that waits or has failed is searched again, by what is wanted now. */
export const planAgain = async (tx: Transaction<DB>, row: OccurrenceRow, at: Date): Promise<void> => {
  await withdraw(tx, row, { at, note: 'Its recurring journey was changed' })
  await setRow(tx, row.id, { state: 'planned', reasons: '[]', waitlist_entry_id: null, tried_at: null })
}

type RowSet = Partial<{
  state: 'planned' | 'booked' | 'waiting' | 'failed' | 'left_out'
  left_out: string | null
  reasons: string
  service_request_id: number
  waitlist_entry_id: number | null
  to_move: boolean
  tried_at: Date | null
}>

export const setRow = async (tx: Transaction<DB>, id: number, set: RowSet): Promise<void> => {
  await tx.updateTable('booking_series_occurrences').set(set).where('id', '=', id).execute()
}
