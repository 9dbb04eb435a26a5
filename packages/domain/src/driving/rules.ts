import type { Deed, TripManifest } from '@ambit/contract'
import { isRequestTransition } from '../service-requests/state.ts'
import { refuseTripTransition } from '../trips/state.ts'
import { failedCheckOf, refuseCheck } from './checks.ts'
import { bookingsLeft, msOf, openAt, riderOf, stopAhead } from './facts.ts'
import type { DrivenStop, DrivenTrip, Rider } from './facts.ts'
import type { DeedRefusal } from './refusals.ts'
import { refuseUndo } from './taking-back.ts'
import type { Done } from './taking-back.ts'
import { refuseWalkOn } from './walk-ons.ts'

export type DrivingRules = TripManifest['rules']

const MINUTE_MS = 60_000

/**
 * Why a deed cannot be done at this moment; null: it can. `at`: ms since 1970. `newest`: the newest action that has not
 * been taken back, for an undo.
 */
export const refuseDeed = (
  trip: DrivenTrip,
  rules: DrivingRules,
  deed: Deed,
  at: number,
  newest: Done | null = null,
): DeedRefusal | null => {
  if (deed.kind === 'sign_on') return refuseSignOn(trip, rules, at)
  if (deed.kind === 'manual_navigation') return null
  if (deed.kind === 'odometer') return null
  if (deed.kind === 'check') return refuseCheck(trip, deed.checklist_id, deed.answers)
  const off = refuseOffTheRoad(trip, deed)
  if (off !== null) return off
  switch (deed.kind) {
    case 'arrive':
      return refuseArrival(trip, deed.trip_stop_id)
    case 'depart':
      return refuseDeparture(trip, deed.trip_stop_id)
    case 'board':
      return refuseBoarding(trip, deed.service_request_id, deed.boarded_count ?? null)
    case 'no_show':
      return refuseNoShow(trip, rules, deed.service_request_id, at) ?? refuseUnasked(trip, rules, deed, at)
    case 'ask_no_show':
      return refuseNoShow(trip, rules, deed.service_request_id, at)
    case 'call':
      return riderOf(trip, deed.service_request_id) === undefined ? { code: 'not_on_trip' } : null
    case 'drop_off':
      return refuseDropOff(trip, deed.service_request_id, deed.here === true)
    case 'walk_on':
      return refuseWalkOn(trip, rules, deed)
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      return refuseFare(trip, deed.service_request_id)
    case 'undo':
      return refuseUndo(trip, newest, deed.action_id ?? null)
    case 'complete':
      return refuseEnd(trip)
  }
}

/** How the vehicle is, what its odometer shows and what passengers paid may be told of a trip that has ended as well. */
export const isToldAfterwards = ({ kind }: Deed): boolean =>
  kind === 'check' || kind === 'odometer' || kind === 'paid' || kind === 'not_paid' || kind === 'concession_not_shown'

const refuseOffTheRoad = ({ current_state }: DrivenTrip, deed: Deed): DeedRefusal | null => {
  if (current_state === 'staged') return { code: 'not_signed_on' }
  return current_state === 'live' || current_state === 'in_transit' || isToldAfterwards(deed)
    ? null
    : { code: 'trip_over', words: 'This trip has ended' }
}

const refuseSignOn = (trip: DrivenTrip, rules: DrivingRules, at: number): DeedRefusal | null => {
  const words = refuseTripTransition({ ...trip, bookings_left: bookingsLeft(trip) }, 'live')
  if (trip.current_state === 'live' || trip.current_state === 'in_transit')
    return { code: 'already_signed_on', words: words ?? 'You have already signed on' }
  if (words !== null) return { code: trip.current_state === 'staged' ? 'no_crew' : 'trip_over', words }
  const opens = msOf(trip.start_datetime) - rules.sign_on_early_minutes * MINUTE_MS
  if (at < opens) return { code: 'sign_on_from', at: opens }
  if (at >= msOf(trip.end_datetime)) return { code: 'trip_over', words: 'This trip has ended' }
  const failed = failedCheckOf(trip)
  return failed === null ? null : { code: 'vehicle_check_failed', item: failed }
}

const refuseArrival = (trip: DrivenTrip, stopId: number): DeedRefusal | null => {
  const next = stopAhead(trip)
  if (next === null || next.id !== stopId) return { code: 'not_next_stop' }
  return next.arrived_at === null ? null : { code: 'already_arrived' }
}

const refuseDeparture = (trip: DrivenTrip, stopId: number): DeedRefusal | null => {
  const here = stopAhead(trip)
  if (here === null || here.id !== stopId || here.arrived_at === null) return { code: 'not_arrived' }
  const { waiting, riding } = openAt(here)
  const [first] = [...waiting, ...riding].sort((a, b) => a.id - b.id)
  if (first === undefined) return null
  return { code: first.status === 'on_board' ? 'not_set_down' : 'not_boarded', name: first.traveler_name }
}

/** The stop where the vehicle stands, if this booking is due there. */
const standingAt = (trip: DrivenTrip, end: 'boardings' | 'alightings', id: number): DrivenStop | null => {
  const here = stopAhead(trip)
  return here !== null && here.arrived_at !== null && here[end].some((rider) => rider.id === id) ? here : null
}

const refuseBoarding = (trip: DrivenTrip, id: number, count: number | null): DeedRefusal | null => {
  const rider = riderOf(trip, id)
  if (rider === undefined) return { code: 'not_on_trip' }
  if (!isRequestTransition(rider.status, 'on_board') || rider.status === 'completed')
    return { code: 'not_waiting', deed: 'board', status: rider.status }
  if (standingAt(trip, 'boardings', id) === null) return { code: 'not_at_pickup', deed: 'board' }
  const { passenger_count: booked } = rider
  return count !== null && booked !== undefined && count > booked ? { code: 'more_than_booked', count: booked } : null
}

const refuseNoShow = (trip: DrivenTrip, rules: DrivingRules, id: number, at: number): DeedRefusal | null => {
  const rider = riderOf(trip, id)
  if (rider === undefined) return { code: 'not_on_trip' }
  if (!isRequestTransition(rider.status, 'no_show'))
    return { code: 'not_waiting', deed: 'no_show', status: rider.status }
  if (standingAt(trip, 'boardings', id) === null) return { code: 'not_at_pickup', deed: 'no_show' }
  const from = noShowFrom(trip, rules, id)
  return at < from ? { code: 'wait_until', at: from } : null
}

const refuseDropOff = (trip: DrivenTrip, id: number, here: boolean): DeedRefusal | null => {
  const rider = riderOf(trip, id)
  if (rider === undefined) return { code: 'not_on_trip' }
  if (rider.status !== 'on_board') return { code: 'not_on_board' }
  return !here && standingAt(trip, 'alightings', id) === null ? { code: 'not_at_dropoff' } : null
}

/** So long dispatch may think about a no-show; after that it is the driver's to declare (DAPP-60). */
export const APPROVED_AFTER_MS = 3 * MINUTE_MS

/** Where the strategy wants dispatch to be asked, and there was a signal to ask. */
const refuseUnasked = (
  { no_shows_asked = [] }: DrivenTrip,
  { no_show_approval }: DrivingRules,
  { service_request_id, unasked }: Extract<Deed, { kind: 'no_show' }>,
  at: number,
): DeedRefusal | null => {
  if (no_show_approval !== 'dispatcher' || unasked === true) return null
  const asked = no_shows_asked.find((one) => one.service_request_id === service_request_id)
  if (asked === undefined) return { code: 'ask_dispatch' }
  const from = msOf(asked.asked_at) + APPROVED_AFTER_MS
  return asked.approved || at >= from ? null : { code: 'dispatch_thinks', at: from }
}

/** A fare may be told once the passenger has got off as well. */
const refuseFare = (trip: DrivenTrip, id: number): DeedRefusal | null => {
  const rider = riderOf(trip, id)
  if (rider === undefined) return { code: 'not_on_trip' }
  return rider.status === 'on_board' || rider.status === 'completed' ? null : { code: 'not_riding' }
}

/**
 * From when a no-show may be declared, ms since 1970: after the strategy's wait, counted from the arrival or the
 * window's opening, whichever is later. The server looks at the window as it is now, a manifest has the one that was
 * promised first: they differ for a booking that was rescued, whose vehicle comes after both. Infinity: the vehicle has
 * not arrived where the passenger waits.
 */
export const noShowFrom = (trip: DrivenTrip, rules: DrivingRules, bookingId: number): number => {
  const stop = trip.trip_stops.find(({ boardings }) => boardings.some(({ id }) => id === bookingId))
  const rider: Rider | undefined = stop?.boardings.find(({ id }) => id === bookingId)
  if (stop === undefined || rider === undefined || stop.arrived_at === null) return Infinity
  return waitsUntil(msOf(stop.arrived_at), msOf(rider.promised_lower_bound), rules.wait_minutes)
}

/** Until when a vehicle that has arrived waits for a passenger whose window opens then; ms since 1970. */
export const waitsUntil = (arrived: number, opens: number, waitMinutes: number): number =>
  Math.max(arrived, opens) + waitMinutes * MINUTE_MS

const refuseEnd = (trip: DrivenTrip): DeedRefusal | null => {
  const bookings_left = bookingsLeft(trip)
  // A vehicle with no passenger on board or waiting is not in transit, even if it was heading somewhere.
  const idle = trip.on_board === 0 && bookings_left === 0
  const words = refuseTripTransition(
    { ...trip, bookings_left, current_state: idle || trip.on_board === 0 ? 'live' : trip.current_state },
    'completed',
  )
  if (words === null) return null
  return trip.on_board > 0
    ? { code: 'on_board', count: trip.on_board, words }
    : { code: 'left_to_pick_up', count: bookings_left, words }
}
