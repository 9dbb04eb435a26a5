import { instantOf, leftOutByChoice, seriesDates } from '@ambit/domain'
import { patternIn, type SeriesRecord } from './queries.ts'

const CRLF = '\r\n'
/** octets of a line, RFC 5545, 3.1 */
const LINE = 75

export const CALENDAR_HEAD = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Ambit//Recurring journeys//EN',
  'CALSCALE:GREGORIAN',
  '',
].join(CRLF)
export const CALENDAR_END = `END:VCALENDAR${CRLF}`

/**
 * A series as events of RFC 5545, one for each way, in the local time of its zone: its rule, with what is left out or
 * paused as EXDATE and what is added as RDATE.
 */
export const eventsOf = (series: SeriesRecord, now: Date): string[] =>
  series.legs.map((leg) => eventOf(series, leg, now))

const eventOf = (series: SeriesRecord, leg: SeriesRecord['legs'][number], now: Date): string => {
  const dates = { ...series, pattern: patternIn(series) }
  const all = seriesDates(dates)
  const own = all.filter(({ added }) => !added)
  const first = own[0]?.date ?? series.starts_on
  const at = (date: string): string => `${date.replaceAll('-', '')}T${leg.time.replace(':', '')}00`
  const listed = (name: string, of: readonly string[]): string[] =>
    of.length === 0 ? [] : [`${name};TZID=${series.time_zone}:${of.map(at).join(',')}`]
  const skipped = own.map(({ date }) => date).filter((date) => leftOutByChoice(dates, date, leg.leg) !== null)
  const added = all.filter((one) => one.added).map(({ date }) => date)
  const lines = [
    'BEGIN:VEVENT',
    `UID:series-${series.id}-${leg.leg}@ambit`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART;TZID=${series.time_zone}:${at(first)}`,
    `RRULE:${ruleOf(series, instantOf(own.at(-1)?.date ?? first, leg.time, series.time_zone))}`,
    ...listed('EXDATE', skipped),
    ...listed('RDATE', added),
    `SUMMARY:${text(`${series.traveler_name}: ${leg.origin.name} – ${leg.destination.name}`)}`,
    `DESCRIPTION:${text(`${series.words}, ${leg.departing ? 'leave at' : 'arrive by'} ${leg.time}`)}`,
    `LOCATION:${text(leg.origin.name)}`,
    ...(series.state === 'ended' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
  return lines.flatMap(folded).join(CRLF) + CRLF
}

/** `20261123T223000Z` */
const utc = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The rule of an event in a zone's time ends at a moment of UTC (3.3.10); it ends always, also where staff said no end. */
const ruleOf = ({ rrule }: SeriesRecord, last: Date): string =>
  rrule.includes(';COUNT=') ? rrule : `${rrule.replace(/;UNTIL=\d+/, '')};UNTIL=${utc(last)}`

const text = (words: string): string =>
  words.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** Lines of at most 75 octets; what goes on begins with a space. */
const folded = (line: string): string[] => {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part]
}
