import type { Reason } from '@ambit/contract'
import type { Journey, Way } from './find-candidates.ts'
import type { Seconds } from '../plan/types.ts'
import { counted, minutes } from '../format.ts'

export type OfferKind = 'soonest' | 'least_walking' | 'kindest'

/** A way with its promise: two windows that the plan keeps from here on. */
export type Offer = Way & {
  kind: OfferKind
  pickup_window: { lower: Seconds; upper: Seconds }
  dropoff_window: { lower: Seconds; upper: Seconds }
  price: number
  reasons: Reason[]
}

/** Less of a difference than this is not worth a second offering. */
const WALK_WORTH_M = 50
const HARM_WORTH_S = 60
const TIME_WORTH_S = 120

/** Up to three ways that differ in kind. */
export const chooseOffers = (ways: readonly Way[], journey: Journey): Offer[] => {
  const [soonest] = ways.toSorted(bySoonest(journey))
  if (soonest === undefined) return []
  const chosen: Offer[] = [promise(soonest, 'soonest', journey)]
  const [leastWalking] = ways.toSorted((a, b) => walk(a) - walk(b) || a.insertion.price - b.insertion.price)
  if (leastWalking !== undefined && walk(leastWalking) <= walk(soonest) - WALK_WORTH_M)
    chosen.push(promise(leastWalking, 'least_walking', journey))
  const [kindest] = ways.toSorted((a, b) => a.harm_s - b.harm_s || a.insertion.price - b.insertion.price)
  if (
    kindest !== undefined &&
    chosen.every((offer) => kindest.harm_s <= offer.harm_s - HARM_WORTH_S && differs(kindest, offer))
  )
    chosen.push(promise(kindest, 'kindest', journey))
  return chosen
}

const walk = (way: Way): number => way.pickup.walk_m + way.dropoff.walk_m

/** At the destination first; or, for a wished arrival, closest before it. */
const bySoonest =
  (journey: Journey) =>
  (a: Way, b: Way): number => {
    const arrival = (way: Way): Seconds => way.delivery_at + way.dropoff.walk_s
    return (
      (journey.departing ? arrival(a) - arrival(b) : arrival(b) - arrival(a)) ||
      a.insertion.price - b.insertion.price ||
      a.trip.id - b.trip.id
    )
  }

const differs = (a: Way, b: Way): boolean =>
  a.trip.id !== b.trip.id ||
  a.pickup.location_id !== b.pickup.location_id ||
  a.dropoff.location_id !== b.dropoff.location_id ||
  Math.abs(a.pickup_at - b.pickup_at) >= TIME_WORTH_S

/**
 * The promise: a pick-up window that opens with the planned minute, and a drop-off window that opens with the earliest
 * moment at which the vehicle can be there (nobody is driven round to pass time) and leaves the plan some room behind
 * the planned moment, as far as a wished arrival allows.
 */
const promise = (way: Way, kind: OfferKind, journey: Journey): Offer => {
  const { strategy, price } = way.plan.settings
  const lower = Math.floor(way.pickup_at / 60) * 60
  const upper = lower + strategy.pickup_window_minutes * 60
  const earliest = Math.floor((lower + way.request.pickup.service + way.direct_s) / 60) * 60
  const room = strategy.dropoff_window_minutes * 60
  const latest = Math.ceil(Math.max(earliest + room, way.delivery_at + room / 3) / 60) * 60
  const wished = journey.departing ? Infinity : journey.time - way.dropoff.walk_s
  return {
    ...way,
    kind,
    // Whole seconds, so that what is stored is what was weighed.
    pickup_window: {
      lower,
      upper: Math.ceil(Math.max(way.pickup_at, Math.min(upper, wished - way.direct_s - way.request.pickup.service))),
    },
    dropoff_window: {
      lower: Math.floor(Math.min(earliest, way.delivery_at)),
      upper: Math.ceil(Math.max(way.delivery_at, Math.min(latest, wished))),
    },
    price: Math.round(price * journey.passengers * 100) / 100,
    reasons: [why(way, kind, journey)],
  }
}

/** The code of the reason that tells an offering for which others have to make room. */
export const NEEDS_ROOM = 'needs_room'

const needsRoom = (moves: number): string =>
  moves === 0
    ? 'Needs others to be served in another order'
    : `Needs ${counted(moves, 'other booking', 'other bookings')} to change vehicle`

const why = (way: Way, kind: OfferKind, journey: Journey): Reason => {
  const metres = walk(way)
  const later = way.insertion.affected.filter(({ delay }) => delay > 0).length
  const words: Record<OfferKind, string> = {
    soonest: journey.departing ? 'Arrives first' : 'Arrives closest to the wished time',
    least_walking: metres === 0 ? 'No walking' : `Least walking: ${metres} m in all`,
    kindest: 'Delays the other passengers least',
  }
  const others =
    later === 0
      ? 'nobody else gets later'
      : `${counted(later, 'other passenger gets', 'other passengers get')} later, by at most ${minutes(Math.max(...way.insertion.affected.map(({ delay }) => delay)))}`
  return {
    code: way.moves === null ? kind : NEEDS_ROOM,
    text: `${way.moves === null ? words[kind] : needsRoom(way.moves)}; ${way.trip.vehicle_number} drives ${minutes(Math.max(0, way.insertion.detourTime))} more, and ${others}`,
    figures: {
      vehicle_number: way.trip.vehicle_number,
      trip_id: way.trip.id,
      detour_s: Math.round(way.insertion.detourTime),
      detour_m: Math.round(way.insertion.detourDistance),
      delayed: later,
      walk_m: metres,
    },
  }
}
