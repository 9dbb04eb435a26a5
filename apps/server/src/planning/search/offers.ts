import type { Reason } from '@ambit/contract'
import { closesAt, counted } from '@ambit/domain'
import type { Journey, Candidate } from './journey.ts'
import { isRevised, type PlanBooking, type Seconds } from '../plan/types.ts'
import { minutes } from '../plan/format.ts'

export type OfferKind = 'soonest' | 'least_walking' | 'kindest'

/** A candidate with its promise: two windows that the plan keeps from here on. */
export type Offer = Candidate & {
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

/** Up to three candidates that differ in kind. */
export const chooseOffers = (candidates: readonly Candidate[], journey: Journey): Offer[] => {
  const [soonest] = candidates.toSorted(bySoonest(journey))
  if (soonest === undefined) return []
  const chosen: Offer[] = [promise(soonest, 'soonest', journey)]
  const [leastWalking] = candidates.toSorted((a, b) => walk(a) - walk(b) || a.insertion.price - b.insertion.price)
  if (leastWalking !== undefined && walk(leastWalking) <= walk(soonest) - WALK_WORTH_M)
    chosen.push(promise(leastWalking, 'least_walking', journey))
  const [kindest] = candidates.toSorted((a, b) => a.harm_s - b.harm_s || a.insertion.price - b.insertion.price)
  if (
    kindest !== undefined &&
    chosen.every((offer) => kindest.harm_s <= offer.harm_s - HARM_WORTH_S && differs(kindest, offer))
  )
    chosen.push(promise(kindest, 'kindest', journey))
  return chosen
}

const walk = (candidate: Candidate): number => candidate.pickup.walk_m + candidate.dropoff.walk_m

/** At the destination first; or, for a requested arrival, closest before it. */
const bySoonest =
  (journey: Journey) =>
  (a: Candidate, b: Candidate): number => {
    const arrival = (candidate: Candidate): Seconds => candidate.delivery_at + candidate.dropoff.walk_s
    return (
      (journey.departing ? arrival(a) - arrival(b) : arrival(b) - arrival(a)) ||
      a.insertion.price - b.insertion.price ||
      a.trip.id - b.trip.id
    )
  }

const differs = (a: Candidate, b: Candidate): boolean =>
  a.trip.id !== b.trip.id ||
  a.pickup.location_id !== b.pickup.location_id ||
  a.dropoff.location_id !== b.dropoff.location_id ||
  Math.abs(a.pickup_at - b.pickup_at) >= TIME_WORTH_S

/**
 * The promise: a pick-up window that opens with the planned minute, and a drop-off window that opens with the earliest
 * moment at which the vehicle can be there (no vehicle drives round to pass time) and leaves the plan some room behind
 * the planned moment, as far as a requested arrival allows.
 */
const promise = (candidate: Candidate, kind: OfferKind, journey: Journey): Offer => {
  const { strategy, price } = candidate.plan.settings
  const lower = Math.floor(candidate.pickup_at / 60) * 60
  const upper = lower + strategy.pickup_window_minutes * 60
  const earliest = Math.floor((lower + candidate.request.pickup.service + candidate.direct_s) / 60) * 60
  const room = strategy.dropoff_window_minutes * 60
  const latest = Math.ceil(Math.max(earliest + room, candidate.delivery_at + room / 3) / 60) * 60
  const requested = journey.departing ? Infinity : journey.time - candidate.dropoff.walk_s
  const closes = journey.override ? Infinity : closingAt(candidate)
  return {
    ...candidate,
    kind,
    // Whole seconds, so that what is stored is what was weighed.
    pickup_window: {
      lower,
      upper: Math.ceil(
        Math.max(
          candidate.pickup_at,
          Math.min(upper, requested - candidate.direct_s - candidate.request.pickup.service),
        ),
      ),
    },
    dropoff_window: {
      lower: Math.floor(Math.min(earliest, candidate.delivery_at)),
      upper: Math.ceil(Math.max(candidate.delivery_at, Math.min(latest, requested, closes))),
    },
    price: Math.round(price * journey.paying * 100) / 100,
    reasons: [why(candidate, kind, journey)],
  }
}

/** No one is promised an arrival after the service has ended. */
const closingAt = ({ plan, delivery_at }: Candidate): Seconds => {
  const { days } = plan.settings.rules
  return days.free ? Infinity : (closesAt(days, delivery_at * 1000) ?? Infinity) / 1000
}

/** The code of the reason that marks an offering for which others have to make room. */
export const NEEDS_ROOM = 'needs_room'

const needsRoom = (moves: number): string =>
  moves === 0
    ? 'Changes the order in which others are served'
    : `Moves ${counted(moves, 'other booking')} to another vehicle`

/** What it costs those who travel in the same vehicle, or who make room for it: people, seconds, and how many are late for it. */
const onBoard = ({ plan, insertion, delivery_at }: Candidate) => {
  const epoch = delivery_at - insertion.deliveryTime
  const drops = new Map(
    insertion.route.visits.flatMap((visit, index) =>
      visit.kind === 'delivery' ? [[visit.request, (insertion.schedule[index]?.begin ?? 0) + epoch] as const] : [],
    ),
  )
  // On other vehicles the plan keeps every promise but those that a disruption has moved already.
  const isLate = ({ id, dropoff }: PlanBooking): boolean => {
    const at = drops.get(id)
    return at === undefined ? isRevised(dropoff) : at > dropoff.promised_upper
  }
  const bookings = new Map(plan.bookings.map((one) => [one.id, one]))
  const later = insertion.affected.flatMap(({ request, delay }) => {
    const booking = bookings.get(request)
    return booking === undefined || delay <= 0 ? [] : [{ booking, delay }]
  })
  const people = (some: typeof later): number => some.reduce((sum, { booking }) => sum + booking.passenger_count, 0)
  return {
    later_people: people(later),
    later_s: Math.round(Math.max(0, ...later.map(({ delay }) => delay))),
    late_people: people(later.filter(({ booking }) => isLate(booking))),
  }
}

const why = (candidate: Candidate, kind: OfferKind, journey: Journey): Reason => {
  const metres = walk(candidate)
  const later = candidate.insertion.affected.filter(({ delay }) => delay > 0).length
  const words: Record<OfferKind, string> = {
    soonest: journey.departing ? 'Arrives first' : 'Arrives closest to the requested time',
    least_walking: metres === 0 ? 'No walking' : `Least walking: ${metres} m in total`,
    kindest: 'Least detour for other passengers',
  }
  const others =
    later === 0
      ? 'no other passenger is delayed'
      : `${counted(later, 'other passenger is', 'other passengers are')} delayed by at most ${minutes(Math.max(...candidate.insertion.affected.map(({ delay }) => delay)))}`
  return {
    code: candidate.moves === null ? kind : NEEDS_ROOM,
    text: `${candidate.moves === null ? words[kind] : needsRoom(candidate.moves)}; ${candidate.trip.vehicle_number} drives ${minutes(Math.max(0, candidate.insertion.detourTime))} more, and ${others}`,
    figures: {
      vehicle_number: candidate.trip.vehicle_number,
      trip_id: candidate.trip.id,
      detour_s: Math.round(candidate.insertion.detourTime),
      detour_m: Math.round(candidate.insertion.detourDistance),
      delayed: later,
      ...onBoard(candidate),
      walk_m: metres,
      arrives: Math.round(candidate.delivery_at + candidate.dropoff.walk_s),
    },
  }
}
