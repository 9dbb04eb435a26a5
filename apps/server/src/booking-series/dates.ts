import type { SeriesDateInput, SeriesPauseInput } from '@ambit/contract'
import { addDays, dateIn, seriesDates } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import { invalid, notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { passFailed } from './fail.ts'
import { sortedOnce } from './input.ts'
import { datesIn, readSeries, type SeriesRow } from './queries.ts'
import { settleRows } from './rows.ts'
import { settleAsked } from './tell-left-out.ts'

const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])

/** Lists of single dates with one left out, added or taken back. 422 at `/date` where that says nothing. */
export const datesWith = (
  series: SeriesRow,
  { date, is }: Pick<z.output<typeof SeriesDateInput>, 'date' | 'is'>,
  today: string,
): Pick<SeriesRow, 'added' | 'left_out'> => {
  const { added, left_out } = series
  if (date < today) throw refuse('/date', 'Please choose a date that has not passed')
  const without = (dates: readonly string[]): string[] => dates.filter((one) => one !== date)
  const own = seriesDates({ ...datesIn(series), added: [] }).some((one) => one.date === date)
  switch (is) {
    case 'left_out':
      if (!own && !added.includes(date)) throw refuse('/date', 'There is no ride on this date')
      return { added: without(added), left_out: own ? sortedOnce([...left_out, date]) : left_out }
    case 'added':
      if (left_out.includes(date)) return { added, left_out: without(left_out) }
      if (own || added.includes(date)) throw refuse('/date', 'There is a ride on this date already')
      return { added: sortedOnce([...added, date]), left_out }
    case 'follow':
      return { added: without(added), left_out: without(left_out) }
  }
}

type PauseInput = z.output<typeof SeriesPauseInput>

/** 422 for one that is over, that another touches, or for a way that there is none of. */
export const pausesWith = (series: SeriesRow, { from, to, leg }: PauseInput, today: string): SeriesRow['pauses'] => {
  const { pauses, legs } = series
  if (to < today) throw refuse('/to', 'Please choose a date that has not passed')
  if (leg === 2 && legs.length < 2) throw refuse('/leg', 'There is no way back')
  const same = pauses.find(
    (one) => one.from <= to && one.to >= from && (one.leg === null || leg == null || one.leg === leg),
  )
  if (same !== undefined) throw refuse('/from', `It is paused from ${same.from} to ${same.to} already`)
  const id = Math.max(0, ...pauses.map((one) => one.id)) + 1
  return [...pauses, { id, from, to, leg: leg ?? null }].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** One that has begun ended yesterday; one that has not is gone. 404 for none, or one that is over. */
export const pausesWithout = ({ pauses }: SeriesRow, id: number, today: string): SeriesRow['pauses'] => {
  const pause = pauses.find((one) => one.id === id)
  if (pause === undefined || pause.to < today) throw notFound()
  const others = pauses.filter((one) => one.id !== id)
  if (pause.from >= today) return others
  return [...others, { ...pause, to: addDays(today, -1) }].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

export const todayOf = ({ time_zone }: Pick<SeriesRow, 'time_zone'>, now: Date): string => dateIn(time_zone, now)

/** What has changed decides which rides are made; the job makes them. */
export const settleChanged = async (
  tx: Transaction<DB>,
  id: number,
  now: Date,
  cancelled: readonly number[] = [],
): Promise<void> => {
  const series = await readSeries(tx, null, id)
  if (series === undefined) throw notFound()
  // One that is new has no rows yet: the job makes them all.
  if (series.made_until !== null) {
    await settleRows(tx, series, now, cancelled)
    await settleAsked(tx, series, now)
  }
  await passFailed(tx, series, now)
  await recordChanged(tx, 'booking_series', id)
}
