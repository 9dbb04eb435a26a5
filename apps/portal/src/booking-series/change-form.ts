import type {
  BookingSeries,
  OccurrenceLeg,
  Passenger,
  SeriesChange,
  SeriesChangePreview,
  SeriesOccurrence,
  SeriesScope,
} from '@ambit/contract'
import { peopleIn } from '@ambit/contract'
import type { z } from 'zod'
import { endOf, formOf, type PatternForm, patternOf } from '../records/series/pattern.ts'

export type LegForm = { time: string; departing: boolean; passengers: number | null }
export type ChangeForm = { scope: SeriesScope; pattern: PatternForm; legs: readonly LegForm[] }
export type ChangeBody = z.input<typeof SeriesChange>

/** The ways before anything is changed; of a single date those that it has by now, which may be its own. */
export const legsBefore = (series: BookingSeries, own: SeriesOccurrence | null): LegForm[] =>
  series.legs.map(({ leg, time, departing, passengers }) => ({
    time,
    departing,
    ...timeOf(own?.legs.find((one) => one.leg === leg)),
    passengers: peopleIn(passengers).passengers,
  }))

const timeOf = (leg: OccurrenceLeg | undefined) =>
  leg === undefined ? {} : { time: leg.time, departing: leg.departing }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** As many passengers, and those who ride along. */
const party = (before: readonly Passenger[], count: number): Passenger[] => {
  const own = before.filter(({ travels_as }) => travels_as === undefined)
  const more = Array.from({ length: Math.max(0, count - own.length) }, () => ({ fare_type: 'adult' as const }))
  return [...own.slice(0, count), ...more, ...before.filter(({ travels_as }) => travels_as !== undefined)]
}

type LegChange = NonNullable<ChangeBody['legs']>[number]

/** What is different of one way; `{}`: nothing. */
const legChangeOf = (
  { passengers, mobility_support }: BookingSeries['legs'][number],
  before: LegForm,
  after: LegForm,
): LegChange => {
  const count = after.passengers === before.passengers ? null : after.passengers
  return {
    ...(after.time === before.time ? {} : { time: after.time }),
    ...(after.departing === before.departing ? {} : { departing: after.departing }),
    ...(count === null ? {} : { passengers: party(passengers, count) }),
    ...(count === null || mobility_support === null || mobility_support <= count ? {} : { mobility_support: count }),
  }
}

/** What is different, as it is sent; null: nothing is. What is left out stays. */
export const changeOf = (
  series: BookingSeries,
  form: ChangeForm,
  { date, own }: { date: string; own: SeriesOccurrence | null },
): ChangeBody | null => {
  const before = { pattern: formOf(series), legs: legsBefore(series, form.scope === 'only_this' ? own : null) }
  const legs = series.legs.map((leg, at): LegChange => {
    const [had, has] = [before.legs[at], form.legs[at]]
    return had === undefined || has === undefined ? {} : legChangeOf(leg, had, has)
  })
  const pattern = patternOf(form.pattern)
  const patterned = form.scope !== 'only_this' && pattern !== null
  const change = {
    ...(patterned && !isSame(pattern, series.pattern) ? { pattern } : {}),
    ...(patterned && !isSame(endOf(form.pattern), endOf(before.pattern)) ? endOf(form.pattern) : {}),
    ...(legs.every((leg) => Object.keys(leg).length === 0) ? {} : { legs }),
  }
  if (Object.keys(change).length === 0) return null
  return { scope: form.scope, ...(form.scope === 'all' ? {} : { date }), ...change }
}

/** A booking that cannot be changed as asked: it stays unless it is cancelled. */
export const isStuck = ({ outcome }: Pick<SeriesChangePreview['bookings'][number], 'outcome'>): boolean =>
  outcome === 'not_possible' || outcome === 'dropped'

/** Of those that are ticked, the ones that the shown effect lets be cancelled. */
export const cancelledOf = ({ bookings }: SeriesChangePreview, ticked: readonly number[]): number[] =>
  bookings.flatMap((one) => (isStuck(one) && ticked.includes(one.service_request_id) ? [one.service_request_id] : []))
