import type { Reason } from '@ambit/contract'
import { addDays, clockTimeIn, instantOf } from '@ambit/domain'
import type { AgreedWindows, StoredLeg, StoredNeeds } from '../database/series-tables.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { service } from '../http/scope.ts'
import type { Offer } from '../planning/search/offers.ts'
import { createSearch, offersNow, type PlansAsIf } from '../searches/create.ts'
import { askerOf, type SearchQuestion } from '../searches/question.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { canonical } from './canonical.ts'
import { legOf } from './rows.ts'
import type { OccurrenceRow, SeriesRow } from './queries.ts'

const MINUTE_MS = 60_000
/** A first ride, with which nothing is agreed yet, may be so far from the wish, or as far as the zone says. */
const FIRST_MINUTES = 30

/** What one way of one date asks for. */
export type Wish = {
  traveler_id: number
  zone_id: number
  time_zone: string
  date: string
  leg: StoredLeg
  needs: StoredNeeds
  /** null: nothing is agreed yet, or the ride has a time of its own */
  agreed: AgreedWindows | null
  flex_minutes: number
  payment_method: SeriesRow['payment_method']
  /** the booking to change */
  changes: number | null
}

/** Undefined where the series has no such way any more. */
export const wishOf = (series: SeriesRow, row: Pick<OccurrenceRow, 'date' | 'leg' | 'own'>): Wish | undefined => {
  const leg = legOf(series, row)
  const needs = row.own?.needs ?? series.needs[row.leg - 1]
  if (leg === undefined || needs === undefined) return undefined
  // A date that is only paid in another way keeps the time of all others.
  const ofSeries = canonical([leg, needs]) === canonical([series.legs[row.leg - 1], series.needs[row.leg - 1]])
  return {
    traveler_id: series.traveler_id,
    zone_id: series.zone_id,
    time_zone: series.time_zone,
    date: row.date,
    leg,
    needs,
    agreed: ofSeries ? (series.agreed[row.leg - 1] ?? null) : null,
    flex_minutes: series.series_flex_minutes,
    payment_method: row.own?.payment_method ?? series.payment_method,
    changes: null,
  }
}

/** What decides on how near to the wish a ride is. */
type Timed = Pick<Wish, 'agreed' | 'date' | 'flex_minutes' | 'time_zone'> & {
  leg: Pick<StoredLeg, 'departing' | 'time'>
}

/** ms */
export const wishedAt = ({ date, time_zone, leg }: Timed): number => instantOf(date, leg.time, time_zone).getTime()

/** The moment of an agreed clock time that is nearest to the wish, which may lie beyond midnight; ms. */
const momentOf = (wish: Timed, time: string): number => {
  const wished = wishedAt(wish)
  const moments = [0, -1, 1].map((days) => instantOf(addDays(wish.date, days), time, wish.time_zone).getTime())
  return moments.reduce((best, moment) => (Math.abs(moment - wished) < Math.abs(best - wished) ? moment : best))
}

/** When the passenger leaves the door, or is promised to have arrived, as it is agreed; as it is wished for where nothing is. */
export const agreedAt = (wish: Wish): number => {
  const { agreed, leg } = wish
  if (agreed === null) return wishedAt(wish)
  return leg.departing
    ? momentOf(wish, agreed.pickup.from) - agreed.walk_s * 1000
    : momentOf(wish, agreed.dropoff.until)
}

/** When the passenger leaves so that the pick-up opens as it was agreed; null: nothing is agreed yet. ms */
export const leavesAt = (wish: Wish): number | null =>
  wish.agreed === null ? null : momentOf(wish, wish.agreed.pickup.from) - wish.agreed.walk_s * 1000

/** The same question as it was asked, and one that leaves so that the pick-up opens as it was agreed. */
const questionsOf = (wish: Wish): SearchQuestion[] => {
  const asked = questionAt(wish, wishedAt(wish), wish.leg.departing)
  const leaves = leavesAt(wish)
  if (leaves === null) return [asked]
  const same = questionAt(wish, leaves, true)
  return wish.leg.departing ? [same, asked] : [asked, same]
}

/** Who travels with what from where to where. */
export const peopleOf = ({ traveler_id, leg, needs }: Wish) => ({
  traveler_id,
  passengers: leg.passengers,
  origin: leg.origin,
  destination: leg.destination,
  ...(needs.mobility_support === null ? {} : { mobility_support: needs.mobility_support }),
  ...(needs.aids === null ? {} : { aids: needs.aids }),
  ...(needs.own_times === undefined ? {} : { own_times: needs.own_times }),
})

const questionAt = (wish: Wish, at: number, departing: boolean): SearchQuestion => {
  const { zone_id, leg, changes } = wish
  const wished = wishedAt(wish)
  return {
    ...peopleOf(wish),
    traveling_at: new Date(at).toISOString(),
    departing,
    // A time to leave says nothing beside a wish to arrive.
    wished_at: leg.departing && at !== wished ? new Date(wished).toISOString() : null,
    zone_id,
    service_request_id: changes,
    test_trips: false as const,
  }
}

/** Moments in ms. */
type Windows = {
  pickup: { opens: number; closes: number; walk_s: number }
  dropoff: { opens: number; closes: number; walk_s: number }
}

/**
 * How far an offering is from what was agreed, or from the wish where nothing is yet, in ms; null: too far, or later than
 * the passenger has to be there.
 */
export const distanceOf = (wish: Timed, { pickup, dropoff }: Windows): number | null => {
  const at = wishedAt(wish)
  const arrives = dropoff.closes + dropoff.walk_s * 1000
  if (!wish.leg.departing && arrives > at) return null
  if (wish.leg.departing && pickup.opens - pickup.walk_s * 1000 < at - wish.flex_minutes * MINUTE_MS) return null
  const { agreed } = wish
  const most = (agreed === null ? Math.max(FIRST_MINUTES, wish.flex_minutes) : wish.flex_minutes) * MINUTE_MS
  const distance = Math.abs(
    agreed !== null
      ? pickup.opens - momentOf(wish, agreed.pickup.from)
      : wish.leg.departing
        ? pickup.opens - pickup.walk_s * 1000 - at
        : at - arrives,
  )
  return distance > most ? null : distance
}

type Offering = SearchRecord['service_offerings'][number]

type Bounds = { lower_bound: Date; upper_bound: Date; walk_s: number }

export const windowsOf = ({ pickup, dropoff }: { pickup: Bounds; dropoff: Bounds }): Windows => ({
  pickup: { opens: pickup.lower_bound.getTime(), closes: pickup.upper_bound.getTime(), walk_s: pickup.walk_s },
  dropoff: { opens: dropoff.lower_bound.getTime(), closes: dropoff.upper_bound.getTime(), walk_s: dropoff.walk_s },
})

type Nearest<T> = { offering: T; distance: number } | null

const nearest = <T>(wish: Wish, offerings: readonly T[], windows: (one: T) => Windows): Nearest<T> => {
  const near = offerings
    .map((offering) => ({ offering, distance: distanceOf(wish, windows(offering)) }))
    .filter((one): one is { offering: T; distance: number } => one.distance !== null)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0] ?? null
}

export type Found =
  | { offering: Offering; distance: number }
  /** why there is none that may be taken; the search that was stored, where one could be made */
  | { offering: null; reasons: Reason[]; search_id: number | null }

/**
 * The offering that is nearest to what was agreed, by ordinary searches. The second is only stored where it finds what is
 * nearer than the first. `plans`: that are searched instead of those of the zones as they stand.
 */
export const findRide = async (deps: Deps, wish: Wish, plans?: PlansAsIf): Promise<Found> => {
  const [first, second] = questionsOf(wish)
  try {
    const search = await createSearch(deps, first!, askerOf(service), keepNothing, plans) // there is one always
    const best = nearest(wish, search.service_offerings, windowsOf)
    if (best?.distance === 0) return best
    const than = best?.distance ?? Infinity
    const other = second === undefined ? null : await nearerRide(deps, wish, second, { than, plans })
    return other ?? best ?? { offering: null, reasons: reasonsOf(search), search_id: search.id }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { offering: null, reasons: [refusal(error)], search_id: null }
  }
}

const nearerRide = async (
  deps: Deps,
  wish: Wish,
  question: SearchQuestion,
  { than, plans }: { than: number; plans: PlansAsIf | undefined },
): Promise<Nearest<Offering>> => {
  if (Date.parse(question.traveling_at) <= deps.clock.now().getTime()) return null
  const probe = nearest(wish, await offersNow(deps, question, askerOf(service), plans), (offer) => ({
    pickup: window(offer.pickup_window, offer.pickup.walk_s),
    dropoff: window(offer.dropoff_window, offer.dropoff.walk_s),
  }))
  if (probe === null || probe.distance >= than) return null
  const search = await createSearch(deps, question, askerOf(service), keepNothing, plans)
  return nearest(wish, search.service_offerings, windowsOf)
}

const window = ({ lower, upper }: { lower: number; upper: number }, walk_s: number) => ({
  opens: lower * 1000,
  closes: upper * 1000,
  walk_s,
})

/** `plans`: that are searched instead of those of the zones as they stand, `suits`: what may be taken. */
type Among = { plans?: PlansAsIf; suits?: (offer: Offer) => boolean }

/** What would be found now; nothing is stored. */
export const rideNow = async (
  deps: Deps,
  wish: Wish,
  { plans, suits = () => true }: Among = {},
): Promise<{ windows: Windows | null; reasons: Reason[] }> => {
  try {
    for (const question of questionsOf(wish)) {
      const offers = (await offersNow(deps, question, askerOf(service), plans)).filter(suits)
      const best = nearest(wish, offers, (offer) => ({
        pickup: window(offer.pickup_window, offer.pickup.walk_s),
        dropoff: window(offer.dropoff_window, offer.dropoff.walk_s),
      }))
      if (best !== null) {
        const { pickup_window, pickup, dropoff_window, dropoff } = best.offering
        const windows = {
          pickup: window(pickup_window, pickup.walk_s),
          dropoff: window(dropoff_window, dropoff.walk_s),
        }
        return { windows, reasons: [] }
      }
    }
    return { windows: null, reasons: [TOO_FAR] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { windows: null, reasons: [refusal(error)] }
  }
}

export const TOO_FAR: Reason = { code: 'too_far_from_agreed', text: 'No vehicle keeps to the agreed time' }

/** Of a search that offers something, everything is too far from what was agreed. */
const reasonsOf = ({ reasons, service_offerings }: SearchRecord): Reason[] =>
  service_offerings.length > 0 || reasons.length === 0 ? [TOO_FAR] : reasons

/** Of the ride itself: what the server cannot do now says nothing of it. */
export const isRefusal = (error: unknown): error is HttpError => error instanceof HttpError && error.status < 500

export const refusal = (error: HttpError): Reason => ({
  code: 'refused',
  text: error.errors[0]?.detail ?? error.message,
})

type Promised = { lower_bound: Date; upper_bound: Date }

/** What is agreed with a ride, for those after it. */
export const agreedWith = (
  { time_zone }: Pick<Wish, 'time_zone'>,
  { pickup, dropoff }: { pickup: Promised & { walk_s: number }; dropoff: Promised },
): AgreedWindows => {
  const clock = (moment: Date): string => clockTimeIn(time_zone, moment)
  return {
    pickup: { from: clock(pickup.lower_bound), until: clock(pickup.upper_bound) },
    dropoff: { from: clock(dropoff.lower_bound), until: clock(dropoff.upper_bound) },
    walk_s: pickup.walk_s,
  }
}
