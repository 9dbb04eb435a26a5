import { weekdayOf } from '@ambit/domain'
import { WEEKDAYS } from './repeat.ts'
import { patternStrings as words } from './strings.ts'

/** A schedule as a list names it: what is the same on every day it is repeated on, and its date. */
export type Listed = { vehicle: string; times: string; label: string; date: string; single: string }

const weekdaysOf = (dates: readonly string[]): string => {
  const days = new Set(dates.map((date) => String(weekdayOf(date))))
  return WEEKDAYS.filter(({ value }) => days.has(value))
    .map(({ label }) => label)
    .join(', ')
}

/** Schedules that differ in their dates alone become one line with weekdays, first and last date, and how many they are. */
export const byPattern = (schedules: readonly Listed[], dateText: (date: string) => string): string[] => {
  const patterns = Map.groupBy(schedules, ({ vehicle, times, label }) => JSON.stringify([vehicle, times, label]))
  return [...patterns.values()].flatMap((same) => {
    const [one] = same
    const dates = [...new Set(same.map(({ date }) => date))].toSorted()
    const [first, last] = [dates[0], dates.at(-1)]
    if (one === undefined || first === undefined || last === undefined || dates.length < 2)
      return same.map(({ single }) => single)
    const what = [one.vehicle, one.times, one.label].filter((part) => part !== '').join(', ')
    const when = [weekdaysOf(dates), words.span(dateText(first), dateText(last)), words.days(dates.length)]
    return [`${what}: ${[...when, ...(same.length > dates.length ? [words.schedules(same.length)] : [])].join(', ')}`]
  })
}
