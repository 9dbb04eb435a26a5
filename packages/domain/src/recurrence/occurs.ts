import type { LeftOutReason, SeriesPattern } from '@ambit/contract'
import { isOpen, type ServiceDays } from '../booking-rules/service-days.ts'
import { instantOf } from './clock-time.ts'
import { datesOf } from './pattern.ts'

export type Pause = { from: string; to: string; leg: number | null }

/** What decides on which dates a series travels. */
export type SeriesDates = {
  pattern: SeriesPattern
  starts_on: string
  ends_on: string | null
  ride_count: number | null
  left_out: readonly string[]
  added: readonly string[]
  pauses: readonly Pause[]
}

export type SeriesDate = { date: string; added: boolean }

/** The dates of the pattern and those that were added, in order; those that are left out are among them. */
export const seriesDates = (series: SeriesDates): SeriesDate[] => {
  const { pattern, starts_on, ends_on, ride_count, added } = series
  const own = datesOf(pattern, { from: starts_on, until: ends_on, count: ride_count })
  const further = added.filter((date) => !own.includes(date)).map((date) => ({ date, added: true }))
  return [...own.map((date) => ({ date, added: false })), ...further].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

type Why = { code: LeftOutReason; text: string }

/** Why a date is left out by choice; null: it is not. */
export const leftOutByChoice = ({ left_out, pauses }: SeriesDates, date: string, leg: number): Why | null => {
  if (left_out.includes(date)) return { code: 'chosen', text: 'Left out' }
  const pause = pauses.find((one) => one.from <= date && date <= one.to && (one.leg === null || one.leg === leg))
  return pause === undefined ? null : { code: 'paused', text: 'Paused' }
}

type Ride = { date: string; time: string; departing: boolean }

/** Why there is no service for a ride at its time; null: there is. */
export const leftOutByService = (days: ServiceDays, timeZone: string, { date, time, departing }: Ride): Why | null => {
  const moment = instantOf(date, time, timeZone).getTime()
  // A ride that is to depart when service ends has none, and one that is to arrive when it begins neither.
  if (isOpen(days, moment) && isOpen(days, departing ? moment + MINUTE_MS : moment - MINUTE_MS)) return null
  const { special, open } = days.at(moment)
  if (special !== null) {
    const hours = open === null || open.length > 0 ? 'no service at this time' : 'no service'
    return { code: 'special_day', text: `${special.name}, ${hours}` }
  }
  return { code: 'service_hours', text: open?.length === 0 ? 'No service on this day' : 'No service at this time' }
}

const MINUTE_MS = 60_000
