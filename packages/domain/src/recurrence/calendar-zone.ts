import { Temporal } from 'temporal-polyfill'

/** Years before and after now whose changes of the clock are told. */
const YEARS = { before: 2, after: 3 }

/** The lines of RFC 5545 that tell a zone's clock: each change of it within some years (3.6.5). */
export const calendarZone = (name: string, now: Date): string[] => {
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(name)
  const until = moment.add({ years: YEARS.after })
  let at: Temporal.ZonedDateTime | null = moment.subtract({ years: YEARS.before })
  const observances = [observance(at, at, '19700101T000000')]
  for (;;) {
    const before: Temporal.ZonedDateTime = at
    at = at.getTimeZoneTransition('next')
    if (at === null || Temporal.ZonedDateTime.compare(at, until) > 0) break
    const local = at.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 })
    observances.push(observance(before, at, local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')))
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances.flat(), 'END:VTIMEZONE']
}

/** From when on an offset holds, by the clock as it was before. */
const observance = (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime, begins: string): string[] => {
  const kind = to.offsetNanoseconds > from.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${begins}`,
    `TZOFFSETFROM:${from.offset.replace(':', '')}`,
    `TZOFFSETTO:${to.offset.replace(':', '')}`,
    `END:${kind}`,
  ]
}
