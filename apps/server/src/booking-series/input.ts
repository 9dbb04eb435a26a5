import {
  type BookingSeriesInput,
  MAX_SERIES_RIDES,
  type SeriesPreviewInput,
  SERIES_PREVIEW_DATES,
} from '@ambit/contract'
import {
  dateIn,
  leftOutByChoice,
  leftOutByService,
  patternInWords,
  reach,
  rruleOf,
  openEnd,
  seriesDates,
  type SeriesDates,
} from '@ambit/domain'
import type { z } from 'zod'
import type { StoredLeg, StoredNeeds } from '../database/series-tables.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import { requireAids } from '../mobility-aids/queries.ts'
import { zonesInService } from '../planning/plan/context.ts'
import type { ZoneSettings } from '../planning/plan/types.ts'
import { requireBookable } from '../searches/bookable.ts'
import { findTraveler } from '../searches/queries.ts'

export type Input = z.output<typeof BookingSeriesInput>
type Asked = z.output<typeof SeriesPreviewInput>
export type LegInput = Asked['legs'][number]

const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])

/** The passenger, who can be booked; 422 otherwise. */
export const requireTraveler = async ({ db }: Deps, id: number, scope: Scope) => {
  const traveler = await findTraveler(db, scope, id, null)
  if (traveler === undefined) throw refuse('/traveler_id', 'There is no such passenger')
  requireBookable(traveler)
  return traveler
}

/** The zone of a series: it holds both ends of each leg. 422 where none does. */
export const zoneFor = async (
  deps: Deps,
  { zone_id, legs }: { zone_id?: number | null | undefined; legs: readonly LegInput[] },
  scope: Scope,
): Promise<ZoneSettings> => {
  const zones = await zonesInService(deps, { zone_id: zone_id ?? null, regions: scope })
  if (zones.length === 0) throw refuse('/zone_id', 'There is no zone in service here')
  const serves = ({ areas }: ZoneSettings, { origin, destination }: LegInput): boolean =>
    reach(areas, origin.point, destination.point) === 'reachable'
  const zone = zones.find((one) => legs.every((leg) => serves(one, leg)))
  if (zone !== undefined) return zone
  const index = legs.findIndex((leg) => !zones.some((one) => serves(one, leg)))
  throw refuse(`/legs/${Math.max(index, 0)}/destination`, 'No zone in service takes passengers between these places')
}

/** What says on which dates it travels, without doubles and in order. */
export const datesAsked = ({ pattern, starts_on, ends_on, ride_count, left_out, added }: Asked): SeriesDates => ({
  pattern,
  starts_on,
  ends_on: ends_on ?? null,
  ride_count: ride_count ?? null,
  left_out: sortedOnce(left_out),
  added: sortedOnce(added),
  pauses: [],
})

export const sortedOnce = (dates: readonly string[]): string[] => [...new Set(dates)].toSorted()

/** 422 for a start in the past, for a pattern without a date, and for an end beyond the most dates. */
export const requireDates = (dates: SeriesDates, today: string): void => {
  if (dates.starts_on < today) throw refuse('/starts_on', 'Please choose a first date that has not passed')
  requireSome(dates)
}

export const requireSome = (dates: SeriesDates): void => {
  const { length } = seriesDates({ ...dates, added: [] })
  if (length === 0) throw refuse('/pattern', 'This pattern has no dates')
  if (length > MAX_SERIES_RIDES) throw refuse('/ends_on', `A series has at most ${MAX_SERIES_RIDES} rides`)
}

/** The columns that follow from pattern and span. */
export const spanColumns = (dates: SeriesDates) => {
  const { pattern, starts_on, ends_on, ride_count } = dates
  return {
    rrule: rruleOf(pattern, { until: ends_on, count: ride_count }),
    words: patternInWords(pattern),
    starts_on,
    ends_on,
    ride_count,
    last_on: ends_on === null && ride_count === null ? openEnd(starts_on) : (lastOf(dates) ?? starts_on),
  }
}

const lastOf = (dates: SeriesDates): string | undefined => seriesDates({ ...dates, added: [] }).at(-1)?.date

/** 422 at the leg for aids that the passenger's region does not know. */
export const requireAidsOf = async (
  { db }: Deps,
  legs: readonly { aids?: readonly number[] | null | undefined }[],
  scope: Scope,
): Promise<void> => {
  for (const [index, { aids }] of legs.entries())
    if (aids != null) await requireAids(db, scope, aids, `/legs/${index}/aids`)
}

export const storedLegs = (legs: readonly LegInput[]): { legs: StoredLeg[]; needs: StoredNeeds[] } => ({
  legs: legs.map(({ time, departing, passengers, origin, destination }) => ({
    time,
    departing,
    passengers,
    origin,
    destination,
  })),
  needs: legs.map(({ mobility_support, aids, own_times }) => ({
    mobility_support: mobility_support ?? null,
    aids: aids ?? null,
    ...(own_times === undefined ? {} : { own_times }),
  })),
})

/** 422 where the zone does not take the payment method. */
export const requireMethod = ({ payment_methods }: ZoneSettings, method: Input['payment_method']): void => {
  if (!payment_methods.includes(method))
    throw refuse('/payment_method', `Journeys here are paid by ${payment_methods.join(' or ')}`)
}

/** What the form says before it is saved. */
export const previewSeries = async (deps: Deps, input: Asked, scope: Scope) => {
  await requireTraveler(deps, input.traveler_id, scope)
  const zone = await zoneFor(deps, input, scope)
  const { time_zone, rules, payment_methods } = zone
  const dates = datesAsked(input)
  requireDates(dates, dateIn(time_zone, deps.clock.now()))
  await requireAidsOf(deps, input.legs, scope)
  const all = seriesDates(dates)
  const { words, rrule, last_on } = spanColumns(dates)
  const { series_days_ahead: days_ahead } = await deps.db
    .selectFrom('zones')
    .where('id', '=', zone.zone_id)
    .select('series_days_ahead')
    .executeTakeFirstOrThrow()
  return {
    zone_id: zone.zone_id,
    zone_name: zone.name,
    time_zone,
    words,
    rrule,
    first_on: all[0]?.date ?? dates.starts_on,
    last_on,
    date_count: all.length,
    dates: all.slice(0, SERIES_PREVIEW_DATES).map(({ date, added }) => ({
      date,
      added,
      left_out: input.legs.map(
        ({ time, departing }, index) =>
          leftOutByChoice(dates, date, index + 1) ?? leftOutByService(rules.days, time_zone, { date, time, departing }),
      ),
    })),
    days_ahead,
    payment_methods,
  }
}
