import type { RequestStatus, TakenFare, TripState, TripStop } from '@ambit/contract'
import type { CheckedTrip } from './checks.ts'
import { plannedRequestStatuses } from '../service-requests/state.ts'

/** As it stands on the wire, or in the database. */
type Moment = string | Date

/** A booking at a stop, as far as the rules of the road look at it. */
export type Rider = {
  id: number
  traveler_name: string
  status: RequestStatus
  passenger_count?: number
  mobility_support?: number | null
  /** how many of the booking came */
  boarded_count?: number | null
  /** what was told of its fare */
  fare?: TakenFare | undefined
  /** when the window opens in which the passenger may be waited for */
  promised_lower_bound: Moment
}

export type DrivenStop = {
  id: number
  arrived_at: Moment | null
  departed_at: Moment | null
  boardings: readonly Rider[]
  alightings: readonly Rider[]
}

/** A trip as far as the rules of the road look at it: a device's copy of it, or what the server reads. */
export type DrivenTrip = CheckedTrip & {
  /** no-shows that dispatch is asked for */
  no_shows_asked?: readonly { service_request_id: number; asked_at: Moment; approved: boolean }[] | undefined
  current_state: TripState
  vehicle_id: number | null
  driver_id: number | null
  on_board: number
  start_datetime: Moment
  end_datetime: Moment
  /** in their order */
  trip_stops: readonly DrivenStop[]
  /** bookings of the trip whose stops have left it */
  without_stop?: readonly Rider[]
}

/** ms since 1970 */
export const msOf = (moment: Moment): number => new Date(moment).getTime()

/** The first stop not departed from: where the vehicle is, or is to go next. */
export const stopAhead = <S extends Pick<TripStop | DrivenStop, 'departed_at'>>(trip: {
  trip_stops: readonly S[]
}): S | null => trip.trip_stops.find(({ departed_at }) => departed_at === null) ?? null

export const waits = ({ status }: Pick<Rider, 'status'>): boolean =>
  plannedRequestStatuses.some((planned) => planned === status)

/** Who still has to board at the stop or be declared absent, and who has to be set down there. */
export const openAt = <R extends Pick<Rider, 'status'>>(stop: {
  boardings: readonly R[]
  alightings: readonly R[]
}): { waiting: R[]; riding: R[] } => ({
  waiting: stop.boardings.filter(waits),
  riding: stop.alightings.filter(({ status }) => status === 'on_board'),
})

/** A booking of the trip; undefined: the trip has none with this number. */
export const riderOf = (trip: DrivenTrip, id: number): Rider | undefined =>
  [
    ...trip.trip_stops.flatMap(({ boardings, alightings }) => [...boardings, ...alightings]),
    ...(trip.without_stop ?? []),
  ].find((rider) => rider.id === id)

/** How many bookings are still to be picked up. */
export const bookingsLeft = (trip: DrivenTrip): number =>
  [...trip.trip_stops.flatMap(({ boardings }) => boardings), ...(trip.without_stop ?? [])].filter(waits).length
