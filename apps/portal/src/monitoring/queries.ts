import { api, type Position, type Trip, type TripWithStops } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { calmly } from '../api/calmly.ts'
import { client } from '../api/client.ts'
import { TRIPS } from '../records/trip.ts'

/** How often the screens ask by themselves while the live stream is not there. */
export const POLL_MS = 7500

/** Trips under way or about to start. No zones: all of the region. */
export const activeTripsQuery = (region: number | null, zones: readonly number[]) => {
  const filter = {
    ...(region === null ? {} : { region: [region] }),
    ...(zones.length === 0 ? {} : { zone: [...zones] }),
  }
  return queryOptions({
    queryKey: [TRIPS, 'active', filter],
    queryFn: ({ signal }) => client.call(api.trips.active, { query: { filter }, signal }).then((answer) => answer.data),
  })
}

/** The booking of a booking view: its passenger's name and status. */
export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: ['service_requests', 'one', id],
    queryFn: ({ signal }) =>
      client.call(api.serviceRequests.show, { params: { id }, signal }).then((answer) => answer.data),
  })

const moved = <T extends Trip>(trip: T, position: Position): T => {
  const before = trip.latest_trip_monitor
  // A position that comes late, after a newer one, moves nothing.
  if (before !== null && Date.parse(before.recorded_at) > Date.parse(position.recorded_at)) return trip
  return { ...trip, latest_trip_monitor: position, no_signal_since: null }
}

/** A vehicle has moved: whatever shows its trip shows it there, without asking. */
export const placeVehicle = (queries: QueryClient, tripId: number, position: Position): void => {
  queries.setQueriesData<Trip[]>({ queryKey: [TRIPS, 'active'] }, (trips) =>
    trips?.some(({ id }) => id === tripId)
      ? trips.map((trip) => (trip.id === tripId ? moved(trip, position) : trip))
      : trips,
  )
  queries.setQueryData<TripWithStops>([TRIPS, 'with-stops', tripId], (trip) => trip && moved(trip, position))
}

/** Something else about a trip changed: its lists and its view ask again. */
export const tripChanged = (queries: QueryClient, tripId: number): void => {
  calmly('active', () => void queries.invalidateQueries({ queryKey: [TRIPS, 'active'] }))
  calmly(`trip ${tripId}`, () => void queries.invalidateQueries({ queryKey: [TRIPS, 'with-stops', tripId] }))
}
