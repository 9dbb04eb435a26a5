import { api } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

const ROOT = 'service_requests'

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) =>
      client.call(api.serviceRequests.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Oldest first. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'history', id],
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRequests.history, { params: { id }, signal })
        .then((answer) => answer.data.toSorted((a, b) => a.id - b.id)),
  })

/** The zones, for their time zones; the same answer that the header shows. */
export const zonesQuery = queryOptions({
  queryKey: ['zones', 'options', null],
  queryFn: ({ signal }) =>
    client.call(api.zones.list, { query: { page: 1, per_page: 1000 }, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

/** The booking is asked again wherever it is shown, and so are lists of bookings. */
export const bookingChanged = (queries: QueryClient, id: number): void => {
  void queries.invalidateQueries({ queryKey: [ROOT, 'one', id] })
  void queries.invalidateQueries({ queryKey: [ROOT, 'history', id] })
  void queries.invalidateQueries({ queryKey: [ROOT, 'list'] })
}
