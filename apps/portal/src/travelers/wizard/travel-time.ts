import { dateIn, minutesIn, momentAt } from '@ambit/domain'

const STEP = 5
const DAY = 24 * 60

/** `13:05`, minutes after midnight; the day's last step is 23:55. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const clockMinutes = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Now, rounded up to five minutes; at the end of the day the last step. */
export const defaultTime = (timeZone: string, now: Date): string =>
  clockText(Math.min(DAY - STEP, Math.ceil(minutesIn(timeZone, now) / STEP) * STEP))

/** Minutes after midnight before which all times of the date have passed. */
const earliest = (timeZone: string, date: string, now: Date): number =>
  date === dateIn(timeZone, now) ? minutesIn(timeZone, now) : 0

/** 00:00 to 23:55 in steps of five minutes; on today's date none that has passed. */
export const timeChoices = (timeZone: string, date: string, now: Date): string[] => {
  const first = earliest(timeZone, date, now)
  return Array.from({ length: DAY / STEP }, (_, step) => step * STEP)
    .filter((minutes) => minutes >= first)
    .map(clockText)
}

/** A date and a time of day as a moment; a time that has passed today becomes the default. */
export const travelMoment = (timeZone: string, date: string, time: string, now: Date): string => {
  const hasPassed = clockMinutes(time) < earliest(timeZone, date, now)
  const chosen = hasPassed ? defaultTime(timeZone, now) : time
  return momentAt(timeZone, date, clockMinutes(chosen)).toISOString()
}

/** The reverse: what a wall clock in the zone shows at the moment. */
export const dateAndTime = (timeZone: string, moment: string): { date: string; time: string } => {
  const at = new Date(moment)
  return { date: dateIn(timeZone, at), time: clockText(Math.floor(minutesIn(timeZone, at))) }
}
