import {
  ageOfPosition,
  expectedRange,
  lateMinutes,
  phaseOf,
  refuseRating,
  refuseRideCancel,
  refuseRideChange,
  type RideNow,
  showsVehicle,
  shownPosition,
  waitsUntil,
  type Window,
  worthSaying,
} from '@ambit/domain'
import { notBooking, type Rider } from '../ride-helpers/acting.ts'
import type { BookingRecord } from '../service-requests/queries.ts'
import { isLateAt, lateSince } from './lateness.ts'
import { type RoadFacts, standsAtPickup } from './road-facts.ts'

const msOf = (time: Date | null): number | null => time?.getTime() ?? null
const toRange = (range: Window | null) => range && { from: new Date(range.from), to: new Date(range.to) }

export const rideNow = ({ booking, ...facts }: RoadFacts): RideNow => ({
  status: booking.status,
  trip_state: facts.current_state,
  stops_before: facts.stops_before,
  at_stop: isWaiting(booking.status) && standsAtPickup(facts),
  expected_pickup: msOf(booking.pickup.eta),
  window_opens: booking.pickup.lower_bound.getTime(),
})

const isWaiting = (status: string): boolean => status === 'assigned' || status === 'secured'

/** With the window that was promised, beside which what is expected stands. */
export const stopOf = (end: BookingRecord['pickup'] | BookingRecord['dropoff']) => ({
  name: end.name,
  point: end.point,
  lower_bound: end.promised_lower_bound,
  upper_bound: end.promised_upper_bound,
  walk_m: end.walk_m,
  walk_s: end.walk_s,
})

/** One row of the passenger's rides. */
export const rideSummary = (facts: RoadFacts, now: number, rider: Rider) => {
  const { booking } = facts
  return {
    id: booking.id,
    traveler_id: rider.id,
    traveler_name: rider.name,
    phase: phaseOf(rideNow(facts), now),
    origin: booking.origin,
    destination: booking.destination,
    pickup: stopOf(booking.pickup),
    dropoff: stopOf(booking.dropoff),
    time_zone: booking.time_zone,
    total_price: booking.total_price,
    currency: booking.currency,
    rating: facts.rating,
    ...(facts.journey === undefined ? {} : { journey: facts.journey }),
  }
}

/** A booking as its passenger or a helper sees it: of the vehicle's way only what concerns this ride. */
export const rideBooking = (facts: RoadFacts, now: number, rider: Rider) => {
  const { booking } = facts
  return {
    ...rideSummary(facts, now, rider),
    status: booking.status,
    passengers: booking.passengers,
    mobility_support: booking.mobility_support,
    payment_method: booking.payment_method,
    payment_status: booking.payment_status,
    ...(rider.name === null ? toPay(booking) : {}),
    scaled_price: booking.scaled_price,
    ...expectations(facts, now),
    picked_up_at: booking.pickup.actual,
    dropped_off_at: booking.dropoff.actual,
    contact: contactOf(facts),
    ...rights(facts, now, rider),
    comments: facts.comments,
    shared: facts.shared,
    ...cancelling(facts, now),
    ...codeOf(facts, now),
    server_time: new Date(now),
  }
}

/** What the passenger can do about a card that could not be charged. */
const toPay = ({ payment_status, booking_log }: BookingRecord): { to_pay?: 'confirm' | 'card' } =>
  payment_status === 'failed' ? { to_pay: booking_log.charge_state === 'action_needed' ? 'confirm' : 'card' } : {}

/** What staff wrote on a booking is theirs. */
export const rideNotes = ({ booking_method, pickup_note, dropoff_note }: BookingRecord) =>
  booking_method === 'app' ? { pickup_note, dropoff_note } : { pickup_note: null, dropoff_note: null }

const CODE_SHOWN_MS = 3_600_000

/** What the passenger says to the driver: from an hour before the window until they are on board. */
export const codeOf = ({ booking: { status, pickup }, boarding_code }: RoadFacts, now: number) =>
  boarding_code !== null && isAhead(status) && now >= pickup.promised_lower_bound.getTime() - CODE_SHOWN_MS
    ? { boarding_code }
    : {}

const isAhead = (status: string): boolean => status === 'created' || status === 'unassigned' || isWaiting(status)

/** From when on a cancellation stands in the record, and whether it would now. */
export const cancelling = ({ booking, booked_at, late_cancel_minutes }: RoadFacts, now: number) => {
  const { status, pickup } = booking
  const [opens, closes] = [pickup.promised_lower_bound, pickup.promised_upper_bound]
  const ride = { status, opens, closes, expected: pickup.eta, booked_at, late_cancel_minutes }
  const from = lateSince(ride)
  return from === null ? {} : { late_from: new Date(from), cancel_is_late: isLateAt(ride, now) }
}

export const contactOf = ({ region_name, contact_phone, emergency_number }: RoadFacts) => ({
  name: region_name,
  phone_number: contact_phone,
  emergency_number,
})

/** What is expected of the ride, and which vehicle it is with. */
export const expectations = (facts: RoadFacts, now: number) => {
  const { booking, wait_minutes, pickup_arrived_at } = facts
  const ride = rideNow(facts)
  const toBoard = isWaiting(booking.status) && !ride.at_stop
  const riding = booking.status === 'on_board'
  const rangeOf = (end: 'pickup' | 'dropoff') => {
    const { eta, lower_bound, upper_bound } = booking[end]
    if (eta === null) return null
    const promised = { from: lower_bound.getTime(), to: upper_bound.getTime() }
    return toRange(worthSaying(expectedRange(eta.getTime(), now, promised.from), promised))
  }
  const next = riding ? booking.dropoff : booking.pickup
  const shown = showsVehicle(ride, now)
  return {
    expected_pickup: toBoard ? rangeOf('pickup') : null,
    expected_dropoff: isWaiting(booking.status) || riding ? rangeOf('dropoff') : null,
    by_plan_only: ageOfPosition(msOf(facts.recorded_at), now) === 'gone',
    late_minutes:
      (toBoard || riding) && next.eta !== null
        ? lateMinutes(next.eta.getTime(), next.promised_upper_bound.getTime())
        : null,
    stops_before: shown && !ride.at_stop ? facts.stops_before : null,
    waits_until:
      ride.at_stop && pickup_arrived_at !== null && wait_minutes !== null
        ? new Date(waitsUntil(pickup_arrived_at.getTime(), ride.window_opens, wait_minutes))
        : null,
    vehicle: shown ? vehicleOf(facts, now) : null,
  }
}

const vehicleOf = ({ vehicle_number: number, license_plate, ...facts }: RoadFacts, now: number) =>
  number === null || license_plate === null
    ? null
    : {
        number,
        license_plate,
        description: facts.description,
        ...(facts.driver_name === null ? {} : { driver_name: facts.driver_name }),
        position: positionOf(facts, now),
      }

type Seen = Pick<RoadFacts, 'longitude' | 'latitude' | 'recorded_at' | 'others'>

const positionOf = ({ longitude, latitude, recorded_at, others }: Seen, now: number) => {
  if (longitude === null || latitude === null || recorded_at === null) return null
  if (ageOfPosition(recorded_at.getTime(), now) === 'gone') return null
  const [lng, lat] = shownPosition([longitude, latitude], others)
  return { point: { lat, lng }, at: recorded_at }
}

/** Why the passenger cannot change the booking; null: it can be changed. */
export const changeRefused = ({ status, stranded_at, booking_log, group }: BookingRecord): string | null => {
  const charged = booking_log.charged || booking_log.charge_state !== null
  return refuseRideChange({ status, stranded: stranded_at !== null, charged, together: group?.seating === 'together' })
}

const rights = ({ booking, rated_at }: RoadFacts, now: number, rider: Rider) => {
  const following = notBooking(rider)
  const { status, dropoff } = booking
  const ridden = { status, dropped_off_at: msOf(dropoff.actual), rated_at: msOf(rated_at) }
  return {
    cancel_refused: following ?? refuseRideCancel(status),
    change_refused: following ?? changeRefused(booking),
    can_rate: following === null && refuseRating(ridden, now) === null,
  }
}
