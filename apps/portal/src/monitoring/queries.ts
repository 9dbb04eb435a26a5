import { api, type Position, type Trip } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { calmly } from '../api/calmly.ts'
import { client } from '../api/client.ts'
import { tripRecords } from '../records/trips.ts'
import { positions } from '../records/positions.ts'

type Filter = { region?: number[]; zone?: number[] }

/** What the server says of vehicles may be newer than what was pushed, while the stream is away. */
const loadActive = async (filter: Filter & { id?: number[] }, signal?: AbortSignal): Promise<Trip[]> => {
  const { data } = await client.call(api.trips.active, {
    query: { filter },
    ...(signal === undefined ? {} : { signal }),
  })
  for (const { id, latest_trip_monitor } of data)
    if (latest_trip_monitor !== null) positions.take(id, latest_trip_monitor)
  return data
}

/** Trips under way or about to start. No zones: all of the region. */
export const activeTripsQuery = (region: number | null, zones: readonly number[]) => {
  const filter: Filter = {
    ...(region === null ? {} : { region: [region] }),
    ...(zones.length === 0 ? {} : { zone: [...zones] }),
  }
  return queryOptions({
    queryKey: tripRecords.key('active', filter),
    queryFn: ({ signal }) => loadActive(filter, signal),
  })
}

const placed = <T extends Trip>(trip: T, position: Position): T => ({
  ...trip,
  latest_trip_monitor: position,
  no_signal_since: null,
})

/** The list says nothing of where a vehicle is, only whether that is known and still heard. */
const becomesHeard = (trip: Trip): boolean => trip.latest_trip_monitor === null || trip.no_signal_since !== null

/** A vehicle has moved: the map draws it there without a request, and the list changes only where it says so. */
export const placeVehicle = (queries: QueryClient, tripId: number, position: Position): void => {
  if (!positions.take(tripId, position)) return
  // A list that is written, even if nothing in it changes, waits for its next refresh from the beginning.
  for (const [list, trips] of queries.getQueriesData<Trip[]>({ queryKey: tripRecords.key('active') })) {
    const at = trips?.findIndex(({ id }) => id === tripId) ?? -1
    const trip = trips?.[at]
    if (trips !== undefined && trip !== undefined && becomesHeard(trip))
      queries.setQueryData(list, trips.with(at, placed(trip, position)))
  }
  queries.setQueryData(tripRecords.one(tripId).queryKey, (trip) => trip && placed(trip, position))
}

const changed = new Set<number>()
/** Beyond so many the whole list is asked for. */
const SINGLE_AT_MOST = 100
/** Without an answer by then the whole list is asked for. ms */
const ANSWERED_WITHIN_MS = 15_000
let refreshing = false

/** One refresh at a time, so that no older answer comes after a newer one. */
const refreshInTurn = async (queries: QueryClient): Promise<void> => {
  if (refreshing) return
  refreshing = true
  await refresh(queries).finally(() => {
    refreshing = false
  })
  if (changed.size > 0) refreshSoon(queries)
}

const refreshSoon = (queries: QueryClient): void => calmly('active', () => void refreshInTurn(queries))

/** Asks for the trips that changed alone, and puts them in the place of what the lists hold. */
const refresh = async (queries: QueryClient): Promise<void> => {
  const events = [...changed]
  changed.clear()
  const lists = queries.getQueryCache().findAll({ queryKey: tripRecords.key('active') })
  for (const list of lists) {
    const { queryKey, state } = list
    const trips = queries.getQueryData<Trip[]>(queryKey) ?? []
    const [, , filter] = queryKey as readonly [string, string, Filter] // made by activeTripsQuery
    // A passenger who is picked up by another vehicle waits no longer for the one that was lost.
    const ids = [...events, ...trips.filter(isLost).map(({ id }) => id)]
    const whole = (): Promise<void> => queries.invalidateQueries({ queryKey, exact: true })
    if (
      !list.isActive() ||
      ids.length > SINGLE_AT_MOST ||
      state.fetchStatus === 'fetching' ||
      state.data === undefined
    ) {
      void whole()
      continue
    }
    await loadActive({ ...filter, id: ids }, AbortSignal.timeout(ANSWERED_WITHIN_MS))
      .then((data) => queries.setQueryData<Trip[]>(queryKey, (trips) => trips && replaced(trips, ids, data)))
      .catch(whole)
  }
}

const isLost = ({ taken_out_at }: Trip): boolean => taken_out_at !== null

/** Those asked for and not answered are active no longer. */
const replaced = (trips: readonly Trip[], ids: readonly number[], fresh: readonly Trip[]): Trip[] => {
  const byId = new Map(fresh.map((trip) => [trip.id, trip]))
  const known = new Set(trips.map(({ id }) => id))
  return [
    ...trips.flatMap((trip) => (ids.includes(trip.id) ? (byId.get(trip.id) ?? []) : trip)),
    ...fresh.filter(({ id }) => !known.has(id)),
  ]
}

/** Something else about a trip changed: its row and its view ask again. */
export const tripChanged = (queries: QueryClient, tripId: number): void => {
  changed.add(tripId)
  refreshSoon(queries)
  calmly(`trip ${tripId}`, () => void queries.invalidateQueries({ queryKey: tripRecords.one(tripId).queryKey }))
}
