import { SeriesPattern, type SeriesWeekday, seriesWeekdays } from '@ambit/contract'

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const NTH = { first: 1, second: 2, third: 3, fourth: 4, last: -1 } as const
const SHORT: Readonly<Record<string, keyof typeof NTH>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The days of a pattern as a cell of a file says them: `daily`, `Monday, Thursday`, `last Friday`. */
export const daysText = (pattern: SeriesPattern): string => {
  const nameOf = (weekday: SeriesWeekday): string => capital(NAMES[seriesWeekdays.indexOf(weekday)] ?? weekday)
  switch (pattern.repeat) {
    case 'daily':
      return 'daily'
    case 'weekly':
      return pattern.weekdays.map(nameOf).join(', ')
    case 'monthly':
      return `${Object.entries(NTH).find(([, nth]) => nth === pattern.nth)?.[0]} ${nameOf(pattern.weekday)}`
  }
}

/** A weekday by its name or at least two letters of it, also `Tues` and `Mondays`; null for any other word. */
const weekdayOf = (word: string): SeriesWeekday | null => {
  const index = NAMES.findIndex((name) => name.startsWith(word) || name.startsWith(word.replace(/s$/, '')))
  return word.length < 2 ? null : (seriesWeekdays[index] ?? null)
}

/** The pattern that a cell means, every so many weeks; null where it cannot be read. */
export const readDays = (text: string, every: number): SeriesPattern | null => {
  const words = text
    .toLowerCase()
    .split(/[\s,;/&+]+/)
    .filter((word) => word !== '' && word !== 'and' && word !== 'every')
  const [first = '', second = ''] = words
  if (words.length === 1 && (first === 'daily' || first === 'day')) return every === 1 ? { repeat: 'daily' } : null
  const nth = Object.entries(NTH).find(([name]) => name === (SHORT[first] ?? first))?.[1]
  if (nth !== undefined && words.length === 2 && every === 1) {
    const weekday = weekdayOf(second)
    return weekday === null ? null : { repeat: 'monthly', nth, weekday }
  }
  const days = words.map(weekdayOf)
  const weekly = SeriesPattern.safeParse({
    repeat: 'weekly',
    every,
    weekdays: seriesWeekdays.filter((weekday) => days.includes(weekday)),
  })
  return days.includes(null) || !weekly.success ? null : weekly.data
}
