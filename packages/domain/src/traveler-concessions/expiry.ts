import { addDays, dateIn, momentAt } from '../time/civil-day.ts'

/** A concession that expires on a date holds to the end of that day, as the region's clocks have it. */
export const expiryOf = (lastDay: string, timeZone: string): Date => momentAt(timeZone, addDays(lastDay, 1), 0)

/** The reverse: the last day on which it holds. */
export const lastDayOf = (expiresAt: Date, timeZone: string): string =>
  dateIn(timeZone, new Date(expiresAt.getTime() - 1))
