import { dateIn, momentAt } from '@ambit/domain'
import type { UrlValue } from '../url/url-state.ts'

/** Two moments as a wall clock shows them, `2026-11-23 06:00`. */
export type DateRange = { from: string; to: string }
/** null: today, as the list opens */
export type ChosenRange = DateRange | 'any' | null

/** minutes between two choices of the picker */
export const RANGE_STEP = 15
export const RANGE_FORMAT = 'YYYY-MM-DD HH:mm'
const FROM = '06:00'
const TO = '23:59'

const MOMENT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d$/
const isMoment = (text: string): boolean =>
  // A day that its month does not have is read as one of the next.
  MOMENT.test(text) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))

export const rangeInAddress: UrlValue<ChosenRange> = {
  read: (text) => {
    if (text === 'any') return 'any'
    const [from = '', to = '', ...more] = (text ?? '').split(',')
    return isMoment(from) && isMoment(to) && from <= to && more.length === 0 ? { from, to } : null
  },
  write: (range) => (range === null ? undefined : range === 'any' ? 'any' : `${range.from},${range.to}`),
}

/** Today from 06:00:00 to 23:59:59. */
export const todayIn = (timeZone: string, now: Date): DateRange => {
  const day = dateIn(timeZone, now)
  return { from: `${day} ${FROM}`, to: `${day} ${TO}` }
}

/** The times sent to the server: the last minute counts to its end. */
export const momentsOf = ({ from, to }: DateRange, timeZone: string): [string, string] => {
  const end = new Date(momentOf(to, timeZone).getTime() + 59_000)
  return [momentOf(from, timeZone).toISOString(), end.toISOString()]
}

const momentOf = (text: string, timeZone: string): Date => {
  const [hours = 0, minutes = 0] = text.slice(11).split(':').map(Number)
  return momentAt(timeZone, text.slice(0, 10), hours * 60 + minutes)
}
