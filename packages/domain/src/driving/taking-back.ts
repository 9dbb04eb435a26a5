import type { Deed, DriverActionKind, RequestStatus, TakenFare, TripState } from '@ambit/contract'
import { NO_FARE } from '../service-requests/fares.ts'
import { riderOf, stopAhead } from './facts.ts'
import type { DrivenTrip } from './facts.ts'
import type { DeedRefusal } from './refusals.ts'
import { walkOnId } from './walk-ons.ts'

/** An action that can be taken back, with what it returns to. */
export type Done = {
  /** null: its device gave it none */
  id: string | null
  kind: DriverActionKind
  trip_stop_id: number
  service_request_id: number | null
  before: {
    state: TripState
    status?: RequestStatus
    boarded_count?: number | null
    /** of a fare that was told: what was told of it before */
    fare?: TakenFare
  }
}

/** What a deed leaves to take back; null: it cannot be, as it is of no stop. */
export const doneBy = (trip: DrivenTrip, deed: Deed, id: string | null): Done | null => {
  const state = trip.current_state
  switch (deed.kind) {
    case 'arrive':
    case 'depart':
      return { id, kind: deed.kind, trip_stop_id: deed.trip_stop_id, service_request_id: null, before: { state } }
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown': {
      const stop = stopAhead(trip)
      const rider = riderOf(trip, deed.service_request_id)
      if (stop === null || rider === undefined) return null
      const about = { trip_stop_id: stop.id, service_request_id: rider.id }
      return { id, kind: deed.kind, ...about, before: { state, fare: rider.fare ?? NO_FARE } }
    }
    case 'board':
    case 'no_show':
    case 'drop_off': {
      // Who was set down on the way is gone: that was asked before.
      if (deed.kind === 'drop_off' && deed.here === true) return null
      const stop = stopAhead(trip)
      const rider = riderOf(trip, deed.service_request_id)
      if (stop === null || rider === undefined) return null
      const about = { trip_stop_id: stop.id, service_request_id: rider.id }
      return {
        id,
        kind: deed.kind,
        ...about,
        before: { state, status: rider.status, boarded_count: rider.boarded_count ?? null },
      }
    }
    case 'walk_on': {
      const stop = stopAhead(trip)
      if (stop === null) return null
      return { id, kind: deed.kind, trip_stop_id: stop.id, service_request_id: walkOnId(deed), before: { state } }
    }
    case 'sign_on':
    case 'odometer':
    case 'ask_no_show':
    case 'call':
    case 'check':
    case 'manual_navigation':
    case 'undo':
    case 'complete':
      return null
  }
}

/** `newest`: the newest action that has not been taken back. `actionId`: the one that is meant; null: the newest. */
export const refuseUndo = (trip: DrivenTrip, newest: Done | null, actionId: string | null): DeedRefusal | null => {
  if (newest === null) return { code: 'nothing_to_undo' }
  if (actionId !== null && newest.id !== actionId) return { code: 'not_the_newest' }
  const place = trip.trip_stops.findIndex(({ id }) => id === newest.trip_stop_id)
  const gone = newest.kind === 'depart' ? trip.trip_stops[place + 1]?.arrived_at : trip.trip_stops[place]?.departed_at
  if (gone != null) return { code: 'gone_on' }
  // Once the vehicle has left, the seat of a passenger who did not come may be taken.
  const rides = trip.trip_stops.some(({ alightings }) => alightings.some(({ id }) => id === newest.service_request_id))
  return newest.kind === 'no_show' && !rides ? { code: 'left_without' } : null
}

/** The status that a booking returns to: secured, not assigned, as the vehicle is there already. */
export const statusBefore = ({ kind, before }: Pick<Done, 'kind' | 'before'>): RequestStatus => {
  if (kind === 'drop_off') return 'on_board'
  return before.status === undefined || before.status === 'assigned' ? 'secured' : before.status
}
