import { Temporal } from 'temporal-polyfill'

export const HOURS_OF_WEEK = 168

/** The hour of the week in the zone's local time: 0 is Monday from midnight to one, 167 the last of Sunday. */
export const hourOfWeek = (timeZone: string, moment: Date): number => {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return (dayOfWeek - 1) * 24 + hour
}
