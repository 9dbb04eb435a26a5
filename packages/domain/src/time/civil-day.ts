import { Temporal } from 'temporal-polyfill'

/** The calendar date, `2026-11-20`, that a moment has in a time zone (IANA name). */
export const dateIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** Days from one date to another; negative when the second comes first. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days

/** 1 Monday … 7 Sunday */
export const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

/**
 * The moment at `minutes` after midnight in the zone's local time; 24 × 60 and more belong to the next days. A local
 * time that a clock change skips is moved later by the gap; of one that occurs twice, the first is taken.
 */
export const momentAt = (timeZone: string, date: string, minutes: number): Date => {
  const days = Math.floor(minutes / 1440)
  const rest = minutes - days * 1440
  const time = Temporal.PlainTime.from({
    hour: Math.floor(rest / 60),
    minute: Math.floor(rest % 60),
    second: Math.floor((rest * 60) % 60),
  })
  const zoned = Temporal.PlainDate.from(date).add({ days }).toZonedDateTime({ timeZone, plainTime: time })
  return new Date(zoned.epochMilliseconds)
}

/** Minutes after midnight in the zone's local time. */
export const minutesIn = (timeZone: string, moment: Date): number => {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return zoned.hour * 60 + zoned.minute + zoned.second / 60
}

export const HOURS_OF_WEEK = 168

/** The hour of the week in the zone's local time: 0 is Monday from midnight to one, 167 the last of Sunday. */
export const hourOfWeek = (timeZone: string, moment: Date): number => {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return (dayOfWeek - 1) * 24 + hour
}

/** Is this the IANA name of a time zone on this machine? Offsets such as `+10:00` are not names. */
export const isTimeZone = (name: string): boolean => {
  if (/^[+-]?\d/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
