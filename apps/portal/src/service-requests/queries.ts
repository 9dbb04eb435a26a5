import { api, type ServiceRequest } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type BookingsState, type Frame, narrowing, TIMELINE_MOST } from './bookings-state.ts'
import { BOOKINGS } from './changes.ts'

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [BOOKINGS, 'one', id],
    queryFn: ({ signal }) =>
      client.call(api.serviceRequests.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Sorted by when people are picked up, unless the table is told otherwise. */
export const bookingsQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> => {
  const { page, per_page } = state
  return listed({ page, per_page, sort: state.sort ?? 'pickup_lower_bound', ...narrowing(state, frame) })
}

export const timelineQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> =>
  listed({ page: 1, per_page: TIMELINE_MOST, sort: 'pickup_lower_bound', ...narrowing(state, frame) })

const listed = (query: {
  page: number
  per_page: number
  sort: string
  search?: string
  filter?: ReturnType<typeof narrowing>['filter']
}): ListQuery<ServiceRequest> => ({
  queryKey: [BOOKINGS, 'list', query],
  queryFn: ({ signal }) => client.call(api.serviceRequests.list, { query, signal }),
})

/** Oldest first. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [BOOKINGS, 'history', id],
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

/** Why a passenger may have cancelled; it hardly ever changes. */
export const surveyOptionsQuery = queryOptions({
  queryKey: ['survey_options'],
  queryFn: ({ signal }) => client.call(api.surveyOptions.list, { signal }).then((answer) => answer.data),
  staleTime: 600_000,
})
