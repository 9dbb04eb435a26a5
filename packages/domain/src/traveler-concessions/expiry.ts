import { addDays, dateIn, momentAt } from '../time/civil-day.ts'

/** A concession that expires on a date is valid to the end of that day in the region's time zone. */
export const expiryOf = (lastDay: string, timeZone: string): Date => momentAt(timeZone, addDays(lastDay, 1), 0)

/** The reverse: the last day on which it is valid. */
export const lastDayOf = (expiresAt: Date, timeZone: string): string =>
  dateIn(timeZone, new Date(expiresAt.getTime() - 1))
