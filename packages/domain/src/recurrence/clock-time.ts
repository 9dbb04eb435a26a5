import { Temporal } from 'temporal-polyfill'

/**
 * The moment of a clock time (`HH:MM`) on a civil date in a time zone. A time that a clock change skips becomes the next
 * that exists, which is the moment of the change; of one that comes twice the first is meant.
 */
export const instantOf = (date: string, time: string, timeZone: string): Date => {
  const local = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time))
  const sooner = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  // Of a time that is skipped, "earlier" lies before the change by as much as is skipped.
  const moment = sooner.toPlainDateTime().equals(local) ? sooner : (sooner.getTimeZoneTransition('next') ?? sooner)
  return new Date(moment.epochMilliseconds)
}

/** `HH:MM` of a moment by a zone's clock. */
export const clockTimeIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
