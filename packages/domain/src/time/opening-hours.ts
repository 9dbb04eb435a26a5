import { addDays, dateIn, minutesIn, weekdayOf } from './civil-day.ts'

/** Minutes after midnight; beyond 1,440 of the day after. */
type Span = { from: number; until: number }

const DAY = 1440

/** The spans of each weekday from Monday that hold on a date, and what is left of the evening before, in its minutes. */
const spansOn = (hours: readonly (readonly Span[])[], date: string): Span[] => {
  const of = (day: string): readonly Span[] => hours[weekdayOf(day) - 1] ?? []
  const evening = of(addDays(date, -1)).map(({ from, until }) => ({ from: from - DAY, until: until - DAY }))
  return [...evening, ...of(date)]
}

/** Whether a place with these hours, of each weekday from Monday, is open at a moment. */
export const isOpenAt = (hours: readonly (readonly Span[])[], timeZone: string, moment: Date): boolean => {
  const minutes = minutesIn(timeZone, moment)
  return spansOn(hours, dateIn(timeZone, moment)).some(({ from, until }) => from <= minutes && minutes < until)
}
