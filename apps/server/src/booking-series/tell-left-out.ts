import { SERIES_TOLD_DAYS } from '@ambit/contract'
import {
  addDays,
  dateIn,
  instantOf,
  leftOutByChoice,
  leftOutByService,
  seriesDates,
  type ServiceDays,
  severityOf,
} from '@ambit/domain'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { pass, raise } from '../exceptions/raise.ts'
import { mailNote } from '../messages/mail-note.ts'
import { datesIn, lockOccurrences, type SeriesRow } from './queries.ts'
import { serviceDays } from './rows.ts'

/** `at`: when it would have been, `name`: of the special day; null: the hours of every week */
type LeftOut = { date: string; at: Date; departing: boolean; name: string | null }

const subjectOf = (id: number, date: string): string => `series:${id}:left_out:${date}`

/**
 * Tells the passenger of rides that are left out within the next seven days as their zone has no service then, each date
 * once: by e-mail, or staff are asked to call. Where the region wants to be asked, staff are, and nothing is sent.
 */
export const tellLeftOut = async (deps: Deps, tx: Transaction<DB>, series: SeriesRow, now: Date): Promise<void> => {
  const today = dateIn(series.time_zone, now)
  const ahead = await leftOutAhead(tx, series, { today, now })
  await passSettled(tx, series, ahead, now)
  const fresh = ahead.filter(({ date }) => !series.told_left_out.includes(date))
  if (fresh.length > 0 && !(await isMailed(deps, tx, series, fresh)))
    for (const date of new Set(fresh.map((one) => one.date))) await askAbout(tx, series, date, now)
  const told = [...new Set([...series.told_left_out, ...fresh.map(({ date }) => date)])].filter((date) => date >= today)
  if (JSON.stringify(told) === JSON.stringify(series.told_left_out)) return
  await tx
    .updateTable('booking_series')
    .set({ told_left_out: JSON.stringify(told) })
    .where('id', '=', series.id)
    .execute()
}

/** Nobody is to be called any more about dates that a change has settled. */
export const settleAsked = async (tx: Transaction<DB>, series: SeriesRow, now: Date): Promise<void> => {
  const today = dateIn(series.time_zone, now)
  await passSettled(tx, series, await leftOutAhead(tx, series, { today, now }), now)
}

/** What is asked about dates of a series is asked of the one that goes on from it and has them now. */
export const handOverAsked = async (
  tx: Transaction<DB>,
  before: SeriesRow,
  next: SeriesRow,
  now: Date,
): Promise<void> => {
  const today = dateIn(next.time_zone, now)
  const dates = new Set((await leftOutAhead(tx, next, { today, now })).map(({ date }) => date))
  for (const { subject, date } of await askedOf(tx, before.id)) {
    if (date < next.starts_on) continue
    await pass(tx, { kind: 'passenger_call', subject }, { at: now, by: null, note: 'Another series has the date' })
    if (dates.has(date)) await askAbout(tx, next, date, now)
  }
}

/** A date that was changed by itself, or is booked, takes place as it stands. */
const leftOutAhead = async (
  tx: Transaction<DB>,
  series: SeriesRow,
  { today, now }: { today: string; now: Date },
): Promise<LeftOut[]> => {
  const dates = datesIn(series)
  const days = await serviceDays(tx, series)
  const until = addDays(today, SERIES_TOLD_DAYS)
  const rows = await lockOccurrences(tx, series.id, today)
  return seriesDates(dates)
    .filter(({ date }) => date >= today && date <= until)
    .flatMap(({ date }) =>
      series.legs.flatMap(({ time, departing }, index) => {
        const at = instantOf(date, time, series.time_zone)
        const row = rows.find((one) => one.date === date && one.leg === index + 1)
        const stands = row !== undefined && row.state !== 'left_out'
        if (at <= now || stands || leftOutByChoice(dates, date, index + 1) !== null) return []
        if (leftOutByService(days, series.time_zone, { date, time, departing }) === null) return []
        return [{ date, at, departing, name: nameOf(days, at) }]
      }),
    )
}

const nameOf = (days: ServiceDays, at: Date): string | null => days.at(at.getTime()).special?.name ?? null

const isMailed = async (
  deps: Deps,
  tx: Transaction<DB>,
  series: SeriesRow,
  rides: readonly LeftOut[],
): Promise<boolean> => {
  const region = await tx
    .selectFrom('regions')
    .where('id', '=', series.region_id)
    .select('series_left_out')
    .executeTakeFirstOrThrow()
  if (region.series_left_out === 'ask') return false
  return mailNote(deps, tx, series, ({ leftOut }, { day, time }) => ({
    subject: leftOut.subject,
    lines: [
      leftOut.why,
      ...rides.map(({ at, departing, name }) => leftOut.ride(day(at), time(at), departing, name)),
      leftOut.others,
    ],
  }))
}

/** Of each date its own: one may take place after all. */
const askAbout = async (
  tx: Transaction<DB>,
  { id, zone_id, legs }: SeriesRow,
  date: string,
  at: Date,
): Promise<void> => {
  await raise(tx, {
    kind: 'passenger_call',
    severity: severityOf.passenger_call,
    trip_id: null,
    zone_id,
    subject: subjectOf(id, date),
    driver_id: null,
    facts: { booking_series_id: id, dates: [date], people: legs[0]?.passengers.length ?? 1 },
    at,
  })
}

const askedOf = (tx: Transaction<DB>, id: number) =>
  tx
    .selectFrom('exceptions')
    .where('kind', '=', 'passenger_call')
    .where('state', '<>', 'resolved')
    .where(sql<boolean>`(facts ->> 'booking_series_id')::int = ${id}`)
    .select(['subject', sql<string>`facts -> 'dates' ->> 0`.as('date')])
    .execute()

/** What was asked is settled where the ride takes place after all, was left out by choice, or its date has come. */
const passSettled = async (
  tx: Transaction<DB>,
  { id }: SeriesRow,
  ahead: readonly LeftOut[],
  at: Date,
): Promise<void> => {
  const standing = new Set(ahead.map(({ date }) => subjectOf(id, date)))
  for (const { subject } of await askedOf(tx, id))
    if (!standing.has(subject))
      await pass(tx, { kind: 'passenger_call', subject }, { at, by: null, note: 'The date is settled' })
}
