import {
  MAX_SERIES_RIDES,
  SERIES_OPEN_MONTHS,
  type SeriesPattern,
  type SeriesWeekday,
  seriesWeekdays,
} from '@ambit/contract'
import { Temporal } from 'temporal-polyfill'

/** Civil dates, `YYYY-MM-DD`. `until`: the last that may be; `count`: how many of the pattern there are. */
export type Span = { from: string; until: string | null; count: number | null }

/** The furthest date of a series that begins then and has no end date. */
export const openEnd = (from: string): string =>
  Temporal.PlainDate.from(from).add({ months: SERIES_OPEN_MONTHS }).subtract({ days: 1 }).toString()

/** A number of rides of a pattern that seldom comes, as the last Friday of the month, ends by then. */
const MOST_YEARS = 31

/** The dates of a pattern, in order; one more than a series may have at most, however far its end is. Weeks are counted from the one, beginning on Monday, in which the span begins. */
export const datesOf = (pattern: SeriesPattern, span: Span): string[] => {
  const from = Temporal.PlainDate.from(span.from)
  const until =
    span.until === null
      ? span.count === null
        ? Temporal.PlainDate.from(openEnd(span.from))
        : from.add({ years: MOST_YEARS })
      : Temporal.PlainDate.from(span.until)
  const most = span.count ?? MAX_SERIES_RIDES + 1
  const dates: string[] = []
  const within = (date: Temporal.PlainDate): boolean => Temporal.PlainDate.compare(date, from) >= 0
  for (const date of unbounded(pattern, from)) {
    if (dates.length >= most || Temporal.PlainDate.compare(date, until) > 0) break
    if (within(date)) dates.push(date.toString())
  }
  return dates
}

/** In order, from some date at or before the span's first; without an end. */
const unbounded = (pattern: SeriesPattern, from: Temporal.PlainDate): Iterable<Temporal.PlainDate> => {
  switch (pattern.repeat) {
    case 'daily':
      return daily(from)
    case 'weekly':
      return weekly(from, pattern.every, indexesOf(pattern.weekdays))
    case 'monthly':
      return monthly(from, pattern.nth, seriesWeekdays.indexOf(pattern.weekday) + 1)
  }
}

const daily = function* (from: Temporal.PlainDate) {
  for (let days = 0; ; days += 1) yield from.add({ days })
}

const weekly = function* (from: Temporal.PlainDate, every: number, weekdays: readonly number[]) {
  const monday = from.subtract({ days: from.dayOfWeek - 1 })
  for (let weeks = 0; ; weeks += every) for (const weekday of weekdays) yield monday.add({ weeks, days: weekday - 1 })
}

const monthly = function* (from: Temporal.PlainDate, nth: number, weekday: number) {
  const first = from.with({ day: 1 })
  for (let months = 0; ; months += 1) {
    const month = first.add({ months })
    if (nth > 0) yield month.add({ days: ((weekday - month.dayOfWeek + 7) % 7) + 7 * (nth - 1) })
    else {
      const last = month.with({ day: month.daysInMonth })
      yield last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
    }
  }
}

/** 1 Monday … 7 Sunday, each once and in order */
const indexesOf = (weekdays: readonly SeriesWeekday[]): number[] =>
  seriesWeekdays.flatMap((weekday, index) => (weekdays.includes(weekday) ? [index + 1] : []))
