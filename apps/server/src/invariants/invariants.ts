import type { PlanRule } from '@ambit/contract'
import { isRequestTransition, isTakenBack, seatsTaken, spacesTaken } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { checkFixed } from './fixed-stops.ts'
import { groupsSplit, offeringsSoldTwice, plansWithSeveralTrips, storedBookings, storedTrips } from './rows.ts'
import type { BookingRow, HistoryRow, StopRow, StoredBooking, StoredTrip, TripRow, Which } from './rows.ts'

export type InvariantViolation = { rule: PlanRule; trip_id?: number; service_request_id?: number; detail: string }

/** What a plan in whole seconds may differ by once it is stored. */
const TOLERANCE_MS = 1000

/**
 * Checks the stored rows alone: no seat sold twice along any trip, no wheelchair without a space, no promise broken by
 * planning, no passengers on board an ended trip, histories that lead to the state they end in, stops in order. What does
 * not hold is handed to `found`. All is read in one snapshot, a few trips and bookings at a time. Shares no code with
 * planning. `which`: only what is not over yet, or all that is stored.
 */
export const findViolations = (
  db: Kysely<DB>,
  which: Which,
  found: (violation: InvariantViolation) => void,
): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      for await (const trip of storedTrips(tx, which)) checkTrip(trip).forEach(found)
      for await (const booking of storedBookings(tx, which)) checkBooking(booking).forEach(found)
      for (const { id, booking } of await groupsSplit(tx))
        found({ rule: 'split_group', service_request_id: booking, detail: `group ${id} is on several vehicles` })
      // The database forbids these too; a restored backup or a changed schema might not.
      for (const id of await plansWithSeveralTrips(tx, which))
        found({ rule: 'trip_per_plan', detail: `schedule ${id} has several trips` })
      for (const id of await offeringsSoldTwice(tx, which))
        found({ rule: 'sold_twice', detail: `offering ${id} was sold several times` })
    })

/** All violations at once; an empty answer means that everything holds. */
export const checkInvariants = async (db: Kysely<DB>): Promise<InvariantViolation[]> => {
  const violations: InvariantViolation[] = []
  await findViolations(db, 'all', (violation) => violations.push(violation))
  return violations
}

/** Does it ride, or is it going to? */
const uses = ({ status }: BookingRow): boolean => ['assigned', 'secured', 'on_board', 'completed'].includes(status)

const checkTrip = ({ trip, stops, bookings }: StoredTrip): InvariantViolation[] => {
  const carried = bookings.filter(uses)
  return [
    ...checkLoad(trip, stops, carried),
    ...checkOrder(trip, stops),
    ...checkFixed(trip, stops, carried),
    ...checkEnd(trip, carried),
  ]
}

/** Seats and wheelchair spaces in use after each stop; a wheelchair may fold seats away. */
const checkLoad = (trip: TripRow, stops: readonly StopRow[], carried: readonly BookingRow[]): InvariantViolation[] => {
  const found: InvariantViolation[] = []
  let seats = 0
  let wheelchairs = 0
  for (const stop of stops) {
    for (const booking of carried) {
      const step = booking.pickup_trip_stop_id === stop.id ? 1 : booking.dropoff_trip_stop_id === stop.id ? -1 : 0
      seats += step * seatsTaken(booking)
      wheelchairs += step * spacesTaken(booking)
    }
    const folded = wheelchairs * (trip.seats_per_wheelchair ?? 0)
    if (seats + folded > (trip.capacity ?? 0))
      found.push({
        rule: 'seats',
        trip_id: trip.id,
        detail: `${seats} seated and ${folded} folded seats of ${trip.capacity ?? 0} after stop ${stop.id}`,
      })
    if (wheelchairs > (trip.mobility_capacity ?? 0))
      found.push({
        rule: 'wheelchairs',
        trip_id: trip.id,
        detail: `${wheelchairs} wheelchairs in ${trip.mobility_capacity ?? 0} spaces after stop ${stop.id}`,
      })
  }
  return found
}

/** Departed stops come first, then at most one where the vehicle stands; times never decrease. */
const checkOrder = (trip: TripRow, stops: readonly StopRow[]): InvariantViolation[] => {
  const found: InvariantViolation[] = []
  const say = (detail: string): void => void found.push({ rule: 'stop_order', trip_id: trip.id, detail })
  for (const [index, stop] of stops.entries()) {
    const before = stops[index - 1]
    if (stop.arrived_at !== null && stop.departed_at !== null && stop.departed_at < stop.arrived_at)
      say(`stop ${stop.id} was left before it was reached`)
    if (stop.scheduled_departure_at < stop.scheduled_at) say(`stop ${stop.id} is to be left before it is reached`)
    if (before === undefined) continue
    if (stop.arrived_at !== null && before.departed_at === null)
      say(`stop ${stop.id} was reached before stop ${before.id} was left`)
    if (stop.arrived_at !== null && before.departed_at !== null && stop.arrived_at < before.departed_at)
      say(`stop ${stop.id} was reached before stop ${before.id} was left`)
  }
  return found
}

const checkEnd = (trip: TripRow, carried: readonly BookingRow[]): InvariantViolation[] => {
  if (trip.current_state !== 'completed' && trip.current_state !== 'cancelled') return []
  return carried.flatMap((booking): InvariantViolation[] => {
    if (booking.status === 'completed') return []
    const rule = booking.status === 'on_board' ? 'on_board_of_ended_trip' : 'planned_on_ended_trip'
    return [
      {
        rule,
        trip_id: trip.id,
        service_request_id: booking.id,
        detail: `booking is ${booking.status} on a ${trip.current_state} trip`,
      },
    ]
  })
}

const checkBooking = (stored: StoredBooking): InvariantViolation[] => [
  ...checkHistory(stored.booking, stored.history),
  ...checkStops(stored),
  ...checkTimes(stored.booking),
]

const checkHistory = (booking: BookingRow, history: readonly HistoryRow[]): InvariantViolation[] => {
  const say = (detail: string): InvariantViolation => ({ rule: 'history', service_request_id: booking.id, detail })
  const [first] = history
  const last = history.at(-1)
  if (first === undefined || last === undefined) return [say('has no history')]
  const found: InvariantViolation[] = []
  if (first.status !== 'created') found.push(say(`begins with ${first.status}`))
  if (last.status !== booking.status) found.push(say(`ends with ${last.status} while the booking is ${booking.status}`))
  if (uses(booking) && last.trip_id !== booking.trip_id)
    found.push(say(`ends on trip ${last.trip_id ?? 'none'} while the booking is on ${booking.trip_id ?? 'none'}`))
  for (let i = 1; i < history.length; i++) {
    const [from, to] = [history[i - 1]!, history[i]!] // both within the loop's bounds
    // An entry that tells of a call leaves the booking as it is.
    const byAction = to.dispatch_action_id !== null && isTakenBack(from.status, to.status)
    if (from.status !== to.status && !byAction && !isRequestTransition(from.status, to.status))
      found.push(say(`goes from ${from.status} to ${to.status}`))
    if (to.created_at < from.created_at) found.push(say(`runs backwards at entry ${to.id}`))
  }
  return found
}

/** Planned times lie within the first promise, also of bookings that are served late after a disruption; lateness on the road shows in expected times, never in planned ones. */
const checkStops = ({ booking, pickup, dropoff }: StoredBooking): InvariantViolation[] => {
  if (booking.trip_id === null || !uses(booking)) return []
  const at = { trip_id: booking.trip_id, service_request_id: booking.id }
  const found: InvariantViolation[] = []
  if (pickup === undefined || pickup.location_id !== booking.pickup_location_id)
    found.push({ rule: 'stop_of_other_trip', ...at, detail: 'the pick-up is no stop of the trip' })
  if (dropoff === undefined || dropoff.location_id !== booking.dropoff_location_id)
    found.push({ rule: 'stop_of_other_trip', ...at, detail: 'the drop-off is no stop of the trip' })
  if (pickup === undefined || dropoff === undefined) return found
  if (pickup.location_index >= dropoff.location_index)
    found.push({
      rule: 'pickup_after_dropoff',
      ...at,
      detail: `pick-up at ${pickup.location_index}, drop-off at ${dropoff.location_index}`,
    })
  const picked = booking.stranded_at === null ? booking.promised_pickup_upper_bound : booking.pickup_upper_bound
  const setDown = booking.promised_dropoff_upper_bound
  if (pickup.scheduled_at.getTime() > picked.getTime() + TOLERANCE_MS)
    found.push({
      rule: 'promise',
      ...at,
      detail: `pick-up planned for ${pickup.scheduled_at.toISOString()}, promised until ${picked.toISOString()}`,
    })
  if (dropoff.scheduled_at.getTime() > setDown.getTime() + TOLERANCE_MS)
    found.push({
      rule: 'promise',
      ...at,
      detail: `drop-off planned for ${dropoff.scheduled_at.toISOString()}, promised until ${setDown.toISOString()}`,
    })
  return found
}

const checkTimes = (booking: BookingRow): InvariantViolation[] => {
  const found: InvariantViolation[] = []
  const say = (detail: string): void => void found.push({ rule: 'times', service_request_id: booking.id, detail })
  const rides = booking.status === 'on_board' || booking.status === 'completed'
  if (rides !== (booking.boarded_at !== null))
    say(`is ${booking.status} and ${booking.boarded_at === null ? 'never boarded' : 'boarded'}`)
  if ((booking.status === 'completed') !== (booking.dropped_off_at !== null))
    say(`is ${booking.status} and ${booking.dropped_off_at === null ? 'was not set down' : 'was set down'}`)
  if (booking.boarded_at !== null && booking.dropped_off_at !== null && booking.dropped_off_at < booking.boarded_at)
    say('was set down before boarding')
  return found
}
