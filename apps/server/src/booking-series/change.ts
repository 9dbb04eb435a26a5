import type { SeriesChange } from '@ambit/contract'
import { addDays, rruleOf, type SeriesDate, seriesDates, type SeriesDates } from '@ambit/domain'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { OwnOccurrence } from '../database/series-tables.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { canonical } from './canonical.ts'
import { insertSeries } from './create.ts'
import { settleChanged, todayOf } from './dates.ts'
import { passFailed, tellFailed } from './fail.ts'
import { requireSome, sortedOnce, spanColumns } from './input.ts'
import {
  datesIn,
  isUnchanged,
  lockOccurrences,
  lockSeries,
  type OccurrenceRow,
  occurrencesOf,
  openFollower,
  readSeries,
  type SeriesRow,
} from './queries.ts'
import { dropRow, hasBegun, planAgain } from './rows.ts'
import { handOverAsked } from './tell-left-out.ts'
import { agreedStill, sameWay, waysOf } from './ways.ts'

export type Change = z.output<typeof SeriesChange>
const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])

/** The series as a change leaves it, from the date on which the change holds; `base`: what it changes, with a date's own ways. */
export type Changed = { before: SeriesRow; base: SeriesRow; series: SeriesRow; dates: SeriesDates; from: string }

/** Checks a change, and answers what it makes of the series. 422 at the field, 409 where it has ended. */
export const changedSeries = async (deps: Deps, before: SeriesRow, change: Change, actor: Actor): Promise<Changed> => {
  if (before.ended_at !== null) throw conflict('This recurring journey has ended')
  const today = todayOf(before, deps.clock.now())
  const from = change.scope === 'all' ? today : (change.date ?? today)
  if (from < today) throw refuse('/date', 'Please choose a date that has not passed')
  const had = seriesDates(datesIn(before))
  if (change.scope !== 'all' && !had.some(({ date }) => date === from))
    throw refuse('/date', 'There is no ride on this date')
  const base = change.scope === 'only_this' ? asOn(before, from, await occurrencesOf(deps.db, before.id, from)) : before
  const series = { ...base, ...(await waysOf(deps, base, change, actor)) }
  requireOfOne(before, series, change)
  if (change.scope === 'only_this') return { before, base, series, dates: datesIn(before), from }
  const dates = datesAfter(before, change, from)
  requireSome(dates)
  const further = seriesDates(dates).filter(({ date }) => !had.some((one) => one.date === date))
  await requireBefore(deps, before, change, further)
  return { before, base, series, dates, from }
}

/** 422 for further dates that the series that goes on from this one has, or may have: they would be made twice. */
const requireBefore = async (
  { db }: Deps,
  { id }: SeriesRow,
  { ride_count }: Change,
  further: readonly SeriesDate[],
): Promise<void> => {
  const next = await openFollower(db, id)
  const [first] = next === undefined ? [] : seriesDates(datesIn(next))
  if (first === undefined || !further.some(({ date }) => date >= first.date)) return
  throw refuse(
    ride_count == null ? '/ends_on' : '/ride_count',
    `The recurring journey that goes on from this one begins on ${first.date}`,
  )
}

/** 409 for another time, place or way of a passenger who travels with a group: the others would be left behind. */
const requireOfOne = (before: SeriesRow, after: SeriesRow, { scope }: Change): void => {
  const { series_group_id, group_name, legs } = before
  if (series_group_id === null) return
  const same = after.legs.length === legs.length && legs.every((_, index) => sameWay(before, after, index))
  if (same && scope !== 'only_this') return
  throw conflict(
    `This passenger travels with the group ${group_name}. Leave dates out or pause the recurring journey, or end it and make another.`,
  )
}

/** The series with the ways that one date has of its own. */
const asOn = (before: SeriesRow, date: string, rows: readonly OccurrenceRow[]): SeriesRow => {
  const [legs, needs] = [[...before.legs], [...before.needs]]
  for (const row of rows) {
    if (row.date !== date || row.own === null) continue
    legs[row.leg - 1] = row.own.leg
    needs[row.leg - 1] = row.own.needs
  }
  return { ...before, legs, needs }
}

/** Of all, the pattern begins when it began, so that its weeks are counted as before; of those that follow, with or after the date. */
const datesAfter = (before: SeriesRow, change: Change, from: string): SeriesDates => {
  const known = datesIn(before)
  const following = change.scope === 'following'
  const made = seriesDates({ ...known, added: [] }).filter(({ date }) => date < from).length
  const ends =
    change.ends_on != null
      ? { ends_on: change.ends_on, ride_count: null }
      : change.ride_count != null
        ? { ends_on: null, ride_count: change.ride_count }
        : change.ends_on === null || change.ride_count === null
          ? { ends_on: null, ride_count: null }
          : {
              ends_on: known.ends_on,
              ride_count: following && known.ride_count !== null ? known.ride_count - made : known.ride_count,
            }
  if (ends.ends_on !== null && ends.ends_on < from) throw refuse('/ends_on', 'The last date comes after the first')
  const later = (all: readonly string[]): string[] => all.filter((date) => !following || date >= from)
  const pattern = change.pattern ?? known.pattern
  return {
    pattern,
    starts_on: following ? startFrom(known, pattern, from) : known.starts_on,
    ...ends,
    left_out: later(known.left_out),
    added: later(known.added),
    pauses: known.pauses,
  }
}

/** From a date that was added the same pattern goes on with its next own one, so that its weeks are counted as before. */
const startFrom = (known: SeriesDates, pattern: SeriesDates['pattern'], from: string): string => {
  const rule = (of: SeriesDates['pattern']): string => rruleOf(of, { until: null, count: null })
  if (rule(pattern) !== rule(known.pattern)) return from
  return seriesDates({ ...known, added: [] }).find(({ date }) => date >= from)?.date ?? from
}

/** Rows that a change may touch: from its date on, not begun and not changed by themselves before. */
const rowsWithin = (
  rows: readonly OccurrenceRow[],
  before: SeriesRow,
  { scope }: Pick<Change, 'scope'>,
  { from, now }: { from: string; now: Date },
): OccurrenceRow[] =>
  rows.filter(
    (row) =>
      (scope === 'only_this' ? row.date === from : row.date >= from && !row.detached) && !hasBegun(before, row, now),
  )

/** Those of them with bookings that are open. */
export const bookedRows = (...within: Parameters<typeof rowsWithin>): OccurrenceRow[] =>
  rowsWithin(...within).filter(isBooked)

const isBooked = (row: OccurrenceRow): boolean =>
  row.state === 'booked' && OPEN.some((status) => status === row.booking_status)

const OPEN = ['created', 'assigned', 'unassigned', 'secured'] as const

/** Answers the id of the series that holds the date now. Bookings are changed after it, in the background. */
export const storeChange = async (
  tx: Transaction<DB>,
  id: number,
  { change, changed: checked, actor, now }: { change: Change; changed: Changed; actor: Actor; now: Date },
): Promise<number> => {
  const before = await lockSeries(tx, null, id)
  if (before === undefined || before.ended_at !== null) throw conflict('This recurring journey has ended')
  if (!isUnchanged(before, checked.before)) throw conflict('This recurring journey was changed in the meantime')
  // The job may have booked the first ride since.
  const series = { ...checked.series, agreed: agreedStill(before, checked.series) }
  const locked = await lockOccurrences(tx, id, checked.from)
  const changed = { ...checked, series, dates: withDetached(checked.dates, locked) }
  if (change.scope === 'only_this') return storeOne(tx, before, changed, { change, rows: locked, now })
  const rows = rowsWithin(locked, before, change, { from: changed.from, now })
  const other = rows.filter(({ leg }) => leg <= series.legs.length && !sameWay(before, series, leg - 1))
  const paid = series.payment_method === before.payment_method ? other : rows
  for (const row of paid) if (row.state === 'waiting' || row.state === 'failed') await planAgain(tx, row, now)
  const whole = change.scope === 'all' || changed.from <= before.starts_on
  const target = whole ? await storeAll(tx, id, changed, now) : await storeFollowing(tx, before, changed, actor, now)
  const dates = new Set(seriesDates(changed.dates).map(({ date }) => date))
  await markMoved(
    tx,
    other.filter((row) => isBooked(row) && dates.has(row.date)),
  )
  await settleChanged(tx, target, now)
  if (!whole) await handOver(tx, before, { ...series, id: target }, now)
  return target
}

/** Dates that were changed by themselves are added where the pattern has them no longer. */
const withDetached = (dates: SeriesDates, rows: readonly OccurrenceRow[]): SeriesDates => {
  const known = new Set([...seriesDates(dates).map(({ date }) => date), ...dates.left_out])
  const kept = rows.filter((row) => row.detached && (row.state !== 'booked' || isBooked(row)) && !known.has(row.date))
  return { ...dates, added: sortedOnce([...dates.added, ...kept.map(({ date }) => date)]) }
}

const columnsOf = ({ series, dates }: Changed) => ({
  ...spanColumns(dates),
  left_out: JSON.stringify(dates.left_out),
  added: JSON.stringify(dates.added),
  pauses: JSON.stringify(dates.pauses),
  legs: JSON.stringify(series.legs),
  needs: JSON.stringify(series.needs),
  agreed: JSON.stringify(series.agreed),
  notes: JSON.stringify(series.notes),
  payment_method: series.payment_method,
})

const storeAll = async (tx: Transaction<DB>, id: number, changed: Changed, now: Date): Promise<number> => {
  await tx
    .updateTable('booking_series')
    .set({ ...columnsOf(changed), updated_at: now })
    .where('id', '=', id)
    .execute()
  return id
}

/**
 * The series ends on the day before, and a linked one begins with what was made of it from the date on. What went on from
 * the series goes on from that one.
 */
const storeFollowing = async (
  tx: Transaction<DB>,
  before: SeriesRow,
  changed: Changed,
  actor: Actor,
  now: Date,
): Promise<number> => {
  const { from, series } = changed
  const { id, traveler_id, zone_id, time_zone, comment } = series
  const until = addDays(from, -1)
  const earlier = (all: readonly string[]): string => JSON.stringify(all.filter((date) => date < from))
  const dates = datesIn(before)
  await tx
    .updateTable('booking_series')
    .set({
      ...spanColumns({ ...dates, ends_on: until, ride_count: null }),
      left_out: earlier(before.left_out),
      added: earlier(before.added),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await recordChanged(tx, 'booking_series', id)
  const after = await tx
    .updateTable('booking_series')
    .set({ follows_id: null })
    .where('follows_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  const next = await insertSeries(tx, {
    ...columnsOf(changed),
    traveler_id,
    zone_id,
    time_zone,
    comment,
    made_until: before.made_until,
    tried_on: before.tried_on,
    told_left_out: JSON.stringify(before.told_left_out),
    waits_since: before.waits_since,
    follows_id: id,
    series_group_id: before.series_group_id,
    created_by: userIdOf(actor),
    created_at: now,
    updated_at: now,
  })
  await sql`update booking_series_occurrences set booking_series_id = ${next}
    where booking_series_id = ${id} and date >= ${from}::date`.execute(tx)
  if (after !== undefined) {
    await tx.updateTable('booking_series').set({ follows_id: next }).where('id', '=', after.id).execute()
    await recordChanged(tx, 'booking_series', after.id)
  }
  return next
}

/** How a ride is paid for: as its date says, else as the series does. */
export const paidOn = (series: SeriesRow, row: Pick<OccurrenceRow, 'own'> | undefined): SeriesRow['payment_method'] =>
  row?.own?.payment_method ?? series.payment_method

/** Staff are asked about rides that wait, have failed or are left out with the series that has them now. */
const handOver = async (tx: Transaction<DB>, before: SeriesRow, next: SeriesRow, now: Date): Promise<void> => {
  await passFailed(tx, before, now)
  await tellFailed(tx, next, now)
  await handOverAsked(tx, before, (await readSeries(tx, null, next.id))!, now) // stored before
}

/** One date gets ways of its own, whether it is booked already or not, and keeps the others as they are. */
const storeOne = async (
  tx: Transaction<DB>,
  before: SeriesRow,
  { base, series, from }: Changed,
  { change, rows, now }: { change: Change; rows: readonly OccurrenceRow[]; now: Date },
): Promise<number> => {
  const here = asOn(before, from, rows)
  if (canonical([here.legs, here.needs]) !== canonical([base.legs, base.needs]))
    throw conflict('This recurring journey was changed in the meantime')
  const ofDate = rows.filter(({ date }) => date === from)
  await dropBeyond(tx, before, { rows: ofDate, ways: series.legs.length }, now)
  // One way alone that was left of the date stays alone unless another is asked for.
  const isWhole = change.legs === undefined && ofDate.some(({ detached }) => detached)
  for (const [index, leg] of series.legs.entries()) {
    const row = ofDate.find((one) => one.leg === index + 1)
    if (row === undefined && isWhole) continue
    if (hasBegun(before, row ?? { date: from, leg: index + 1, own: null }, now)) continue
    const needs = series.needs[index]
    if (needs === undefined) continue
    const own: OwnOccurrence = { leg, needs, payment_method: change.payment_method ?? paidOn(before, row) }
    const same = sameWay(base, series, index) && own.payment_method === paidOn(before, row)
    if (same && row !== undefined) continue
    if (row?.state === 'waiting' || row?.state === 'failed') await planAgain(tx, row, now)
    const set = {
      detached: true,
      own: same ? null : JSON.stringify(own),
      to_move: row !== undefined && isBooked(row),
      ...(row?.state === 'booked' ? {} : { state: 'planned' as const, left_out: null, reasons: '[]', tried_at: null }),
    }
    await tx
      .insertInto('booking_series_occurrences')
      .values({ booking_series_id: before.id, date: from, leg: index + 1, ...set })
      .onConflict((on) => on.columns(['booking_series_id', 'date', 'leg']).doUpdateSet(set))
      .execute()
  }
  await sql`update booking_series_occurrences set detached = true
    where booking_series_id = ${before.id} and date = ${from}::date`.execute(tx)
  await settleChanged(tx, before.id, now)
  return before.id
}

/** Ways that a date has no more; what is booked of them stays unless it is cancelled. */
const dropBeyond = async (
  tx: Transaction<DB>,
  before: SeriesRow,
  { rows, ways }: { rows: readonly OccurrenceRow[]; ways: number },
  now: Date,
): Promise<void> => {
  for (const row of rows)
    if (row.leg > ways && row.state !== 'booked' && !hasBegun(before, row, now))
      await dropRow(tx, row, { at: now, note: 'Its recurring journey was changed' })
}

const markMoved = async (tx: Transaction<DB>, rows: readonly OccurrenceRow[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .updateTable('booking_series_occurrences')
    .set({ to_move: true })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
