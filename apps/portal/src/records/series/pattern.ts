import { MAX_SERIES_RIDES, type SeriesPattern, SeriesWeekday, seriesWeekdays } from '@ambit/contract'
import { weekdayOf } from '@ambit/domain'
import { z } from 'zod'
import { patternStrings } from './strings.ts'

export const repeatChoices = ['none', 'daily', 'weekly', 'monthly'] as const
export type RepeatChoice = (typeof repeatChoices)[number]
export const seriesEndings = ['open', 'date', 'count'] as const
export const nths = [1, 2, 3, 4, -1] as const
type Nth = (typeof nths)[number]

/** What the fields of a pattern hold: what was chosen of one kind of it stays while another is looked at. */
export const PatternForm = z.object({
  choice: z.enum(repeatChoices),
  /** weeks; null: the field is empty */
  every: z.number().nullable(),
  weekdays: z.array(SeriesWeekday),
  nth: z.literal(nths),
  weekday: SeriesWeekday,
  ending: z.enum(seriesEndings),
  ends_on: z.string().nullable(),
  ride_count: z.number().nullable(),
})
export type PatternForm = z.infer<typeof PatternForm>

/** As on that date: its weekday, and which of the month it is; from the 29th on the last. */
export const patternOn = (date: string): Pick<PatternForm, 'weekdays' | 'nth' | 'weekday'> => {
  const weekday = seriesWeekdays[weekdayOf(date) - 1] ?? 'MO'
  const nth = nths.find((one) => one === Math.ceil(Number(date.slice(8)) / 7)) ?? -1
  return { weekdays: [weekday], nth, weekday }
}

export const noPattern = (): PatternForm => ({
  choice: 'none',
  every: 1,
  weekdays: [],
  nth: 1,
  weekday: 'MO',
  ending: 'open',
  ends_on: null,
  ride_count: null,
})

type Kept = { pattern: SeriesPattern; ends_on: string | null; ride_count: number | null; starts_on: string }

/** The fields of a pattern that is kept. */
export const formOf = ({ pattern, ends_on, ride_count, starts_on }: Kept): PatternForm => {
  const { repeat, ...own } = pattern
  return {
    ...noPattern(),
    ...patternOn(starts_on),
    ...own,
    choice: repeat,
    ending: ends_on !== null ? 'date' : ride_count !== null ? 'count' : 'open',
    ends_on,
    ride_count,
  }
}

export type PatternField = 'every' | 'weekdays' | 'ends_on' | 'ride_count'

const words = patternStrings.missing
const isWhole = (value: number | null, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most

/** What is still to be filled in or cannot be. */
export const patternProblems = (form: PatternForm, startsOn: string | null): Partial<Record<PatternField, string>> => {
  if (form.choice === 'none') return {}
  return {
    ...(form.choice === 'weekly' && !isWhole(form.every, 4) ? { every: words.every } : {}),
    ...(form.choice === 'weekly' && form.weekdays.length === 0 ? { weekdays: words.weekdays } : {}),
    ...(form.ending === 'date' && form.ends_on === null ? { ends_on: words.ends_on } : {}),
    ...(form.ending === 'date' && form.ends_on !== null && startsOn !== null && form.ends_on < startsOn
      ? { ends_on: words.ends_before }
      : {}),
    ...(form.ending === 'count' && !isWhole(form.ride_count, MAX_SERIES_RIDES)
      ? { ride_count: words.ride_count(MAX_SERIES_RIDES) }
      : {}),
  }
}

/** The pattern as it is sent; null where the journey does not repeat. */
export const patternOf = ({ choice, every, weekdays, nth, weekday }: PatternForm): SeriesPattern | null => {
  switch (choice) {
    case 'none':
      return null
    case 'daily':
      return { repeat: 'daily' }
    case 'weekly':
      return { repeat: 'weekly', every: every ?? 1, weekdays: seriesWeekdays.filter((day) => weekdays.includes(day)) }
    case 'monthly':
      return { repeat: 'monthly', nth, weekday }
  }
}

export const endOf = ({ ending, ends_on, ride_count }: PatternForm) => ({
  ends_on: ending === 'date' ? ends_on : null,
  ride_count: ending === 'count' ? ride_count : null,
})

export const nthOf = (text: string | null): Nth => nths.find((nth) => String(nth) === text) ?? 1
