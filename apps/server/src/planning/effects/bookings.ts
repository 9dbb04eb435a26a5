import { EFFECT_WORTH_S } from '@ambit/contract'
import type { EffectBooking, EffectMark, EffectRide, Reason, RequestStatus } from '@ambit/contract'
import { isPinned } from '../plan/pins.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, Seconds } from '../plan/types.ts'
import type { PlannedRide } from '../problem/rides.ts'
import type { Side, Sides } from './sides.ts'

/** What of a booking the plan does not hold. */
export type BookingFacts = {
  traveler_id: number
  traveler_name: string
  wished_arrival: boolean
  /** why it has no vehicle, or this one, as its history says it by now */
  reasons: readonly Reason[]
}

const CLOSED: readonly RequestStatus[] = ['cancelled', 'error', 'no_show']

const rideOf = (side: Side, id: number): EffectRide | null => {
  const ride = side.rides.get(id)
  if (ride === undefined) return null
  return {
    trip_id: ride.trip_id,
    vehicle_number: side.trips.get(ride.trip_id)?.vehicle_number ?? '',
    pickup_at: ride.pickup_at === null ? null : toDate(ride.pickup_at).toISOString(),
    dropoff_at: toDate(ride.dropoff_at).toISOString(),
  }
}

/** Past what was promised first. Whoever is on board was picked up before. Seconds */
export const lateOf = (booking: PlanBooking | undefined, ride: PlannedRide | undefined): Seconds => {
  if (booking === undefined || ride === undefined) return 0
  const pickup = booking.status === 'on_board' ? 0 : (ride.pickup_at ?? 0) - booking.pickup.promised_upper
  return Math.max(0, Math.round(Math.max(pickup, ride.dropoff_at - booking.dropoff.promised_upper)))
}

/** Beyond the longest ride that was allowed before the change. Seconds */
const tooLongOf = (allowed: PlanBooking | undefined, ride: PlannedRide | undefined): Seconds =>
  allowed === undefined || ride === undefined || ride.pickup_at === null
    ? 0
    : Math.max(0, Math.round(ride.dropoff_at - ride.pickup_at - allowed.max_ride_s))

/** Of one who rides or is pinned before, or afterwards: whoever rides in a vehicle that is lost waits beside it then. */
const marksOf = (booking: PlanBooking, after: PlanBooking, now: Seconds, wished: boolean): EffectMark[] => [
  ...(booking.mobility_support > 0 ? (['wheelchair'] as const) : []),
  ...(booking.status === 'on_board' || after.status === 'on_board' ? (['on_board'] as const) : []),
  ...(booking.passenger_count > 1 ? (['group'] as const) : []),
  ...(isPinned(booking, now) || isPinned(after, now) ? (['pinned'] as const) : []),
  ...(wished ? (['wished_arrival'] as const) : []),
]

/** Every booking on a trip that differs, or that is named, whether something comes of it or not. */
export const bookingsOf = ({ before, after, touched, statuses }: Sides): number[] => {
  const on = (side: Side) =>
    [...side.bookings.values()].flatMap(({ id, trip_id }) => (trip_id !== null && touched.has(trip_id) ? [id] : []))
  return [...new Set([...on(before), ...on(after), ...statuses.keys()])].filter(
    (id) => before.bookings.has(id) || after.bookings.has(id),
  )
}

const samePins = (one: PlanBooking | undefined, other: PlanBooking | undefined, now: Seconds): boolean =>
  one === undefined ||
  other === undefined ||
  (isPinned(one, now) === isPinned(other, now) && (!isPinned(one, now) || one.pinned_until === other.pinned_until))

/** By how much a promise is broken more than it was. */
export const worse = ({ late_s, late_before_s }: Pick<EffectBooking, 'late_s' | 'late_before_s'>): Seconds =>
  late_s >= EFFECT_WORTH_S && late_s - late_before_s >= EFFECT_WORTH_S ? late_s : 0

/** What becomes of one booking. */
export const becomes = (sides: Sides, id: number, facts: BookingFacts, asked: ReadonlySet<number>): EffectBooking => {
  const { before, after } = sides
  const [was, is] = [before.bookings.get(id), after.bookings.get(id)]
  const booking = was ?? is!
  const [ride, next] = [before.rides.get(id), after.rides.get(id)]
  const status = sides.statuses.get(id)
  const status_before = was?.status ?? status?.before ?? booking.status
  const status_after = is?.status ?? status?.after ?? booking.status
  const later_s = ride === undefined || next === undefined ? 0 : Math.round(next.dropoff_at - ride.dropoff_at)
  const outcome = (): EffectBooking['outcome'] => {
    // A person ended it: that is what was asked for, and no failure to serve.
    if (CLOSED.includes(status_after) && status_before !== status_after) return asked.has(id) ? 'changed' : 'not_served'
    if (next === undefined) return ride === undefined && status_before === status_after ? 'unchanged' : 'not_served'
    if (ride?.trip_id !== next.trip_id) return 'moved'
    if (Math.abs(later_s) >= EFFECT_WORTH_S || status_before !== status_after) return 'changed'
    if (was !== undefined && is !== undefined && !samePromise(was, is)) return 'changed'
    return samePins(was, is, before.context.now) ? 'unchanged' : 'changed'
  }
  const [first_pickup, first_dropoff] = [booking.pickup.promised_upper, booking.dropoff.promised_upper]
  return {
    service_request_id: id,
    traveler_id: facts.traveler_id,
    traveler_name: facts.traveler_name,
    outcome: outcome(),
    marks: marksOf(booking, is ?? booking, before.context.now, facts.wished_arrival),
    status_before,
    status_after,
    before: rideOf(before, id),
    after: rideOf(after, id),
    promised_pickup: booking.status === 'on_board' ? null : toDate(first_pickup).toISOString(),
    promised_dropoff: toDate(first_dropoff).toISOString(),
    later_s,
    late_before_s: lateOf(was, ride),
    late_s: lateOf(is, next),
    too_long_s: tooLongOf(was ?? is, next),
    reasons: [...facts.reasons],
  }
}

const samePromise = (one: PlanBooking, other: PlanBooking): boolean =>
  one.pickup.upper === other.pickup.upper &&
  one.dropoff.upper === other.dropoff.upper &&
  one.pickup.location_id === other.pickup.location_id

const rank = (booking: EffectBooking): number => {
  if (booking.outcome === 'not_served') return 0
  if (worse(booking) > 0) return 1
  return booking.outcome === 'moved' ? 2 : booking.outcome === 'changed' ? 3 : 4
}

/** Not served first, then late past the promise, moved, changed; among them the latest first. */
export const inOrder = (bookings: readonly EffectBooking[]): EffectBooking[] =>
  bookings.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.late_s - a.late_s ||
      Math.abs(b.later_s) - Math.abs(a.later_s) ||
      a.service_request_id - b.service_request_id,
  )
