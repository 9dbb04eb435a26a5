import { SeriesPattern, type SeriesWeekday, seriesWeekdays } from '@ambit/contract'

const rrulePart = (parts: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(parts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')

/**
 * A pattern as a recurrence rule of RFC 5545, 3.3.10. `until` is a civil date: the rule belongs to a date, not to a moment.
 */
export const rruleOf = (pattern: SeriesPattern, end: { until: string | null; count: number | null }): string =>
  rrulePart({
    ...frequencyOf(pattern),
    UNTIL: end.until?.replaceAll('-', '') ?? null,
    COUNT: end.count,
  })

const frequencyOf = (pattern: SeriesPattern): Record<string, string | number | null> => {
  switch (pattern.repeat) {
    case 'daily':
      return { FREQ: 'DAILY' }
    case 'weekly':
      return {
        FREQ: 'WEEKLY',
        INTERVAL: pattern.every === 1 ? null : pattern.every,
        // What the weeks are counted from does not follow from the default of the reader.
        WKST: 'MO',
        BYDAY: seriesWeekdays.filter((weekday) => pattern.weekdays.includes(weekday)).join(','),
      }
    case 'monthly':
      return { FREQ: 'MONTHLY', BYDAY: `${pattern.nth}${pattern.weekday}` }
  }
}

/** The pattern of a rule that `rruleOf` wrote, or one like it; null for any other. */
export const patternOf = (rrule: string): SeriesPattern | null => {
  const parts = new Map(
    rrule.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name.toUpperCase(), value.toUpperCase()]
    }),
  )
  if ([...parts.keys()].some((name) => !KNOWN.includes(name))) return null
  const found = SeriesPattern.safeParse(patternIn(parts))
  return found.success ? found.data : null
}

const KNOWN: readonly string[] = ['FREQ', 'INTERVAL', 'WKST', 'BYDAY', 'UNTIL', 'COUNT']

const patternIn = (parts: ReadonlyMap<string, string>): unknown => {
  const every = Number(parts.get('INTERVAL') ?? 1)
  const days = parts.get('BYDAY')?.split(',') ?? []
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return every === 1 && days.length === 0 ? { repeat: 'daily' } : null
    case 'WEEKLY':
      return (parts.get('WKST') ?? 'MO') === 'MO' ? { repeat: 'weekly', every, weekdays: days } : null
    case 'MONTHLY':
      return every === 1 && days.length === 1 ? nthIn(days[0] ?? '') : null
    default:
      return null
  }
}

const nthIn = (day: string): unknown => {
  const [, nth, weekday] = /^([+-]?\d)([A-Z]{2})$/.exec(day) ?? []
  return { repeat: 'monthly', nth: Number(nth), weekday }
}

const NAMES: Readonly<Record<SeriesWeekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const WORKDAYS = 'Monday, Tuesday, Wednesday, Thursday and Friday'
const ORDER: Readonly<Record<string, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', '-1': 'last' }

/** `Every Monday and Thursday`, `Every 2 weeks on Tuesday`, `The last Friday of the month` */
export const patternInWords = (pattern: SeriesPattern): string => {
  switch (pattern.repeat) {
    case 'daily':
      return 'Every day'
    case 'weekly': {
      const chosen = seriesWeekdays.filter((weekday) => pattern.weekdays.includes(weekday)).map((day) => NAMES[day])
      const days = listed(chosen)
      if (pattern.every > 1) return `Every ${pattern.every} weeks on ${chosen.length === 7 ? 'every day' : days}`
      if (chosen.length === 7) return 'Every day'
      return days === WORKDAYS ? 'Monday to Friday' : `Every ${days}`
    }
    case 'monthly':
      return `The ${ORDER[pattern.nth]} ${NAMES[pattern.weekday]} of the month`
  }
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
