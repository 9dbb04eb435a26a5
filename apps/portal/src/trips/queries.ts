import { api, type Trip } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { tripQuery, TRIPS } from '../records/trip.ts'
import { listQuery } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { historyKey } from './history-key.ts'
import { tripsFilter, type TripsState } from './list-filters.ts'

export const tripsQuery =
  (timeZone: string, now: Date) =>
  (state: TripsState): ListQuery<Trip> => {
    const query = listQuery(state, tripsFilter(state, timeZone, now))
    return {
      queryKey: [TRIPS, 'list', query],
      queryFn: ({ signal }) => client.call(api.trips.list, { query, signal }),
    }
  }

/** The trips of a bulk edit. */
export const tripsByIdQuery = (tripIds: readonly number[]) =>
  queryOptions({
    queryKey: [TRIPS, 'by-id', tripIds],
    queryFn: ({ signal }) =>
      client
        .call(api.trips.list, { query: { page: 1, per_page: 1000, filter: { id: [...tripIds] } }, signal })
        .then((answer) => answer.data),
  })

export const tripHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: historyKey(id),
    queryFn: ({ signal }) => client.call(api.trips.history, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Bookings that a cancelled trip leaves behind. */
export const bookingsQuery = (bookingIds: readonly number[]) =>
  queryOptions({
    queryKey: ['service_requests', 'by-id', bookingIds],
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRequests.list, { query: { page: 1, per_page: 1000, filter: { id: [...bookingIds] } }, signal })
        .then((answer) => answer.data),
  })

/** Every list is asked again, and the trip wherever it is shown. */
export const tripChanged = (id: number): void => {
  for (const kind of ['list', 'by-id', 'active']) void queryClient.invalidateQueries({ queryKey: [TRIPS, kind] })
  void queryClient.invalidateQueries({ queryKey: tripQuery(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: historyKey(id) })
}
