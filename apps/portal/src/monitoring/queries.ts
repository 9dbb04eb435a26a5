import { api, type Position, type Trip } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { calmly } from '../api/calmly.ts'
import { client } from '../api/client.ts'
import { tripRecords } from '../records/trips.ts'

/** How often the screens ask by themselves while the live stream is not there. */
export const POLL_MS = 7500

/** Trips under way or about to start. No zones: all of the region. */
export const activeTripsQuery = (region: number | null, zones: readonly number[]) => {
  const filter = {
    ...(region === null ? {} : { region: [region] }),
    ...(zones.length === 0 ? {} : { zone: [...zones] }),
  }
  return queryOptions({
    queryKey: tripRecords.key('active', filter),
    queryFn: ({ signal }) => client.call(api.trips.active, { query: { filter }, signal }).then((answer) => answer.data),
  })
}

const moved = <T extends Trip>(trip: T, position: Position): T => {
  const before = trip.latest_trip_monitor
  // A position that comes late, after a newer one, moves nothing.
  if (before !== null && Date.parse(before.recorded_at) > Date.parse(position.recorded_at)) return trip
  return { ...trip, latest_trip_monitor: position, no_signal_since: null }
}

/** A vehicle has moved: updates its trip wherever it is shown, without a request. */
export const placeVehicle = (queries: QueryClient, tripId: number, position: Position): void => {
  queries.setQueriesData<Trip[]>({ queryKey: tripRecords.key('active') }, (trips) =>
    trips?.some(({ id }) => id === tripId)
      ? trips.map((trip) => (trip.id === tripId ? moved(trip, position) : trip))
      : trips,
  )
  queries.setQueryData(tripRecords.one(tripId).queryKey, (trip) => trip && moved(trip, position))
}

/** Something else about a trip changed: its lists and its view ask again. */
export const tripChanged = (queries: QueryClient, tripId: number): void => {
  calmly('active', () => void queries.invalidateQueries({ queryKey: tripRecords.key('active') }))
  calmly(`trip ${tripId}`, () => void queries.invalidateQueries({ queryKey: tripRecords.one(tripId).queryKey }))
}
