import type { Deed, TakenFare, Trip, TripStop, TripWithStops } from '@ambit/contract'
import { NO_FARE } from '../service-requests/fares.ts'
import { lateBySeconds, lateStatus } from '../trips/late-status.ts'
import { allowedTripTransitions } from '../trips/state.ts'
import { withCheck } from './checks.ts'
import { bookingsLeft, openAt, riderOf, stopAhead } from './facts.ts'
import { statusBefore } from './taking-back.ts'
import type { Done } from './taking-back.ts'
import { withoutRider, withWalkOn } from './walk-ons.ts'

/**
 * The trip as it is after a deed that `refuseDeed` allows. `at`: ms since 1970. `newest`: what an undo takes back. The
 * server works out times ahead and ways again, and leaves out missed breaks and runs of a route at a late sign-on; here
 * they stay.
 */
export const afterDeed = (trip: TripWithStops, deed: Deed, at: number, newest: Done | null = null): TripWithStops => {
  const time = new Date(at).toISOString()
  switch (deed.kind) {
    case 'sign_on':
      return summed({ ...trip, current_state: 'live', signed_on_at: time })
    case 'arrive':
      return settled(withStop(trip, deed.trip_stop_id, { arrived_at: time, eta: time, leg: null }), false)
    case 'depart':
      return departed(trip, deed.trip_stop_id, time)
    case 'board':
      return settled(
        withBooking(trip, deed.service_request_id, {
          status: 'on_board',
          ...(deed.boarded_count == null ? {} : { boarded_count: deed.boarded_count }),
        }),
        false,
      )
    case 'no_show':
      return settled(withBooking(trip, deed.service_request_id, { status: 'no_show' }), false)
    case 'drop_off':
      return settled(
        withoutUnneeded(withBooking(trip, deed.service_request_id, { status: 'completed' }), deed.here),
        false,
      )
    case 'ask_no_show':
      return { ...trip, no_shows_asked: [...(trip.no_shows_asked ?? []), askedOf(deed, time)] }
    case 'odometer':
      if (!isOfItsVehicle(trip, deed)) return trip
      return {
        ...trip,
        odometer: { last: null, start: null, end: null, ...trip.odometer, [deed.moment]: deed.reading },
      }
    case 'call':
      return trip
    case 'walk_on':
      return settled(withWalkOn(trip, deed, time), false)
    case 'paid':
      return withFare(trip, deed.service_request_id, { paid: deed.amount, unpaid_reason: null })
    case 'not_paid':
      return withFare(trip, deed.service_request_id, { paid: null, unpaid_reason: deed.reason })
    case 'concession_not_shown':
      return withFare(trip, deed.service_request_id, { concession_shown: false })
    case 'check':
      if (!isOfItsVehicle(trip, deed)) return trip
      return { ...trip, checks: withCheck(trip, deed.checklist_id, deed.answers) }
    case 'manual_navigation':
      return { ...trip, manual_navigation: deed.enabled }
    case 'undo':
      return newest === null ? trip : takenBack(trip, newest)
    case 'complete':
      return ended(trip, time)
  }
}

/** What was told of a vehicle that dispatch has changed meanwhile says nothing of the new one. */
const isOfItsVehicle = (trip: TripWithStops, { vehicle_id }: Extract<Deed, { kind: 'check' | 'odometer' }>): boolean =>
  vehicle_id == null || vehicle_id === trip.vehicle_id

const askedOf = (
  { service_request_id, reason, reason_text }: Extract<Deed, { kind: 'ask_no_show' }>,
  asked_at: string,
): NonNullable<TripWithStops['no_shows_asked']>[number] => ({
  service_request_id,
  asked_at,
  approved: false,
  reason,
  reason_text: reason_text ?? null,
})

/** Where a passenger got off before the stop, nobody may have to go there any more. */
const withoutUnneeded = (trip: TripWithStops, here: boolean | null | undefined): TripWithStops =>
  here === true ? { ...trip, trip_stops: trip.trip_stops.filter(isNeeded) } : trip

const withStop = (trip: TripWithStops, id: number, set: Partial<TripStop>): TripWithStops => ({
  ...trip,
  trip_stops: trip.trip_stops.map((stop) => (stop.id === id ? { ...stop, ...set } : stop)),
})

type Rider = TripStop['boardings'][number]

const withBooking = (
  trip: TripWithStops,
  id: number,
  change: Partial<Pick<Rider, 'status' | 'boarded_count' | 'fare'>>,
): TripWithStops => {
  const set = (riders: TripStop['boardings']): TripStop['boardings'] =>
    riders.some((rider) => rider.id === id)
      ? riders.map((rider) => (rider.id === id ? { ...rider, ...change } : rider))
      : riders
  return {
    ...trip,
    trip_stops: trip.trip_stops.map((stop) => {
      const [boardings, alightings] = [set(stop.boardings), set(stop.alightings)]
      return boardings === stop.boardings && alightings === stop.alightings ? stop : { ...stop, boardings, alightings }
    }),
  }
}

const withFare = (trip: TripWithStops, id: number, told: Partial<TakenFare>): TripWithStops =>
  withBooking(trip, id, { fare: { ...NO_FARE, ...riderOf(trip, id)?.fare, ...told } })

/** Left the stop: the passengers of the next one are secured, and stops of passengers who did not come leave the trip. */
const departed = (trip: TripWithStops, stopId: number, time: string): TripWithStops => {
  const left = withStop(trip, stopId, { departed_at: time })
  const absent = trip.trip_stops.find(({ id }) => id === stopId)?.boardings.some(({ status }) => status === 'no_show')
  const kept = absent === true ? { ...left, trip_stops: left.trip_stops.filter(isNeeded) } : left
  const onward = stopAhead(kept)
  if (onward === null) return settled(kept, false)
  const secured = onward.boardings
    .filter(({ status }) => status === 'assigned')
    .reduce((so, { id }) => withBooking(so, id, { status: 'secured' }), kept)
  return settled(secured, true)
}

const isNeeded = (stop: TripStop): boolean =>
  stop.kind !== 'passenger' ||
  stop.arrived_at !== null ||
  openAt(stop).waiting.length > 0 ||
  stop.alightings.some(({ status }) => ['assigned', 'secured', 'on_board'].includes(status))

const takenBack = (trip: TripWithStops, done: Done): TripWithStops => {
  const heading = done.before.state === 'in_transit'
  switch (done.kind) {
    case 'arrive':
      return settled(withStop(trip, done.trip_stop_id, { arrived_at: null }), heading)
    case 'depart':
      return settled(withStop(trip, done.trip_stop_id, { departed_at: null }), heading)
    case 'walk_on':
      return done.service_request_id === null ? trip : settled(withoutRider(trip, done.service_request_id), heading)
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      return done.service_request_id === null
        ? trip
        : withBooking(trip, done.service_request_id, { fare: done.before.fare ?? NO_FARE })
    case 'board':
    case 'no_show':
    case 'drop_off': {
      if (done.service_request_id === null) return trip
      const counted = done.kind === 'board' ? { boarded_count: done.before.boarded_count ?? null } : {}
      return settled(withBooking(trip, done.service_request_id, { status: statusBefore(done), ...counted }), heading)
    }
    default:
      return trip
  }
}

/** Ends the trip: its vehicle leaves the stop that it is at, and stops that were never reached are removed. */
const ended = (trip: TripWithStops, time: string): TripWithStops =>
  summed({
    ...trip,
    current_state: 'completed',
    completed_at: time,
    trip_stops: trip.trip_stops
      .filter(({ arrived_at }) => arrived_at !== null)
      .map((stop) => ({ ...stop, departed_at: stop.departed_at ?? time })),
  })

const onBoard = (trip: TripWithStops): number =>
  new Set(
    trip.trip_stops.flatMap(({ boardings, alightings }) =>
      [...boardings, ...alightings].filter(({ status }) => status === 'on_board').map(({ id }) => id),
    ),
  ).size

/** In transit while heading for a stop or carrying passengers, live otherwise. */
const settled = (trip: TripWithStops, heading: boolean): TripWithStops =>
  summed({ ...trip, current_state: heading || onBoard(trip) > 0 ? 'in_transit' : 'live' })

/** What a trip's record says of its stops, as the server sums it up. */
const summed = (trip: TripWithStops): TripWithStops => {
  const here = stopAhead(trip)
  const next = trip.trip_stops.find(({ arrived_at, departed_at }) => arrived_at === null && departed_at === null)
  const on_board = onBoard(trip)
  const [scheduled, expected] = [next?.scheduled_at, next?.eta].map((time) => (time == null ? null : Date.parse(time)))
  const sums: Pick<Trip, 'late_status' | 'late_by_s' | 'current_trip_stop' | 'next_trip_stop'> = {
    late_status: lateStatus(scheduled ?? null, expected ?? null, trip.current_state !== 'staged'),
    late_by_s: lateBySeconds(scheduled ?? null, expected ?? null),
    current_trip_stop: here?.arrived_at == null ? null : { id: here.id },
    next_trip_stop: next === undefined ? null : { id: next.id, location_name: next.location_name, eta: next.eta },
  }
  const facts = { ...trip, on_board, bookings_left: bookingsLeft(trip) }
  return { ...trip, ...sums, on_board, allowed_transitions: allowedTripTransitions(facts) }
}
