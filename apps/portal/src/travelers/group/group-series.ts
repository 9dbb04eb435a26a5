import type { PaymentMethodName, SeriesGroupInput, SeriesPreviewInput } from '@ambit/contract'
import type { z } from 'zod'
import { endOf, type PatternField, patternOf, patternProblems } from '../../records/series/pattern.ts'
import { dateAndTime } from '../wizard/travel-time.ts'
import { type GroupForm, repeats, searchBody } from './group-form.ts'
import { groupStrings } from './strings.ts'

export type RepeatProblems = Partial<Record<PatternField | 'back', string>>

/** What is still to be filled in of how the group repeats, or cannot be. */
export const repeatProblems = (form: GroupForm, timeZone: string): RepeatProblems => {
  const { date, time } = dateAndTime(timeZone, form.traveling_at)
  return {
    ...patternProblems(form.repeat, date),
    ...(repeats(form) && form.back !== null && form.back <= time ? { back: groupStrings.errors.back } : {}),
  }
}

const waysOf = ({ departing, back }: GroupForm, time: string) => [
  { time, departing },
  ...(back === null ? [] : [{ time: back, departing: true }]),
]

/** On which days the group travels and who, by the clocks of the zone; null while something is missing. */
const askedOf = (form: GroupForm, timeZone: string) => {
  const [body, pattern] = [searchBody(form), patternOf(form.repeat)]
  if (body === null || pattern === null) return null
  const { date: starts_on, time } = dateAndTime(timeZone, form.traveling_at)
  return { ...endOf(form.repeat), pattern, starts_on, ways: waysOf(form, time), body }
}

/** What the first member asks for: the pattern, its dates and how rides are paid are those of all. */
export const previewBody = (form: GroupForm, timeZone: string): z.input<typeof SeriesPreviewInput> | null => {
  const asked = askedOf(form, timeZone)
  const [first] = asked?.body.members ?? []
  if (asked === null || first === undefined) return null
  const { ways, body: _, ...span } = asked
  const { traveler_id, origin, destination, ...member } = first
  const ends = [
    { origin, destination },
    { origin: destination, destination: origin },
  ] as const
  const legs = ways.map((way, index) => ({ ...member, ...way, ...(index === 0 ? ends[0] : ends[1]) }))
  return { ...span, traveler_id, legs }
}

type Found = { zone_id: number; time_zone: string; payment_method: PaymentMethodName }

export const seriesGroupBody = (
  form: GroupForm,
  { zone_id, time_zone, payment_method }: Found,
): z.input<typeof SeriesGroupInput> | null => {
  const asked = askedOf(form, time_zone)
  if (asked === null) return null
  const { ways, body, ...span } = asked
  const { seating, all_or_none } = body
  const members = body.members.map((member) => ({ ...member, payment_method }))
  return { ...span, name: form.name.trim(), seating, all_or_none, zone_id, ways, members }
}
