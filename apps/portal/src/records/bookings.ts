import { api, type RequestStatus, type ServiceRequest } from '@ambit/contract'
import { allowCancel } from '@ambit/domain'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { calmly } from '../api/calmly.ts'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const bookingRecords = defineRecords('service_requests', {
  list: (query: QueryOf<typeof api.serviceRequests.list>, signal) =>
    client.call(api.serviceRequests.list, { query, signal }),
  show: (id, signal) => client.call(api.serviceRequests.show, { params: { id }, signal }),
})

export const bookingStatuses = {
  created: { text: 'Created', tone: 'neutral' },
  assigned: { text: 'Assigned', tone: 'info' },
  unassigned: { text: 'Unassigned', tone: 'warning' },
  secured: { text: 'Secured', tone: 'success' },
  on_board: { text: 'On Board', tone: 'live' },
  completed: { text: 'Completed', tone: 'neutral' },
  no_show: { text: 'No Show', tone: 'warning' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  error: { text: 'Error', tone: 'danger' },
} as const satisfies Statuses<RequestStatus>

/** With what a dispatcher has to see beside the status itself. */
export const shownBookingStatuses = {
  ...bookingStatuses,
  stranded: { text: 'Stranded', tone: 'danger' },
} as const satisfies Statuses<RequestStatus | 'stranded'>

/** A lost vehicle leaves passengers stranded until another one picks them up. */
export const shownBookingStatus = ({
  status,
  stranded_at,
}: Pick<ServiceRequest, 'status' | 'stranded_at'>): RequestStatus | 'stranded' =>
  stranded_at !== null && allowCancel(status) ? 'stranded' : status

/** A passenger's own: the next ride first, then those to come, then the others, latest first. */
export const travelerBookingsQuery = (travelerId: number, page: number, per_page: number) =>
  queryOptions({
    queryKey: bookingRecords.key('list', 'of-traveler', travelerId, page, per_page),
    queryFn: ({ signal }) =>
      client.call(api.travelers.serviceRequests, { params: { id: travelerId }, query: { page, per_page }, signal }),
  })

const RIDES_SHOWN = 5

/** A passenger's rides to come, the next first, or those that are over, latest first; of either the first five. */
export const travelerRidesQuery = (travelerId: number, part: 'ahead' | 'past') =>
  queryOptions({
    queryKey: bookingRecords.key('list', 'rides-of-traveler', travelerId, part),
    queryFn: ({ signal }) =>
      client
        .call(api.travelers.serviceRequests, {
          params: { id: travelerId },
          query: { per_page: RIDES_SHOWN, part },
          signal,
        })
        .then((answer) => answer.data),
  })

/** Oldest first. */
export const bookingHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: bookingRecords.key('history', id),
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRequests.history, { params: { id }, signal })
        .then((answer) => answer.data.toSorted((a, b) => a.id - b.id)),
  })

/** What the card provider did with the fare, oldest first. */
export const bookingPaymentsQuery = (id: number) =>
  queryOptions({
    queryKey: bookingRecords.key('payments', id),
    queryFn: ({ signal }) => client.call(api.payments.list, { params: { id }, signal }).then((answer) => answer.data),
  })

/** The bookings of a trip that are open each by itself. */
export const bookingsOfTripChanged = (queries: QueryClient, tripId: number): void =>
  calmly(`bookings of trip ${tripId}`, () => {
    void queries.invalidateQueries({
      queryKey: bookingRecords.key('one'),
      predicate: ({ state }) => (state.data as ServiceRequest | undefined)?.trip_id === tripId, // of that key they are bookings
    })
  })

/** Many bookings change at once when a plan is made better: lists are asked for again once for all of them. */
const TOGETHER_MS = 400
let waiting: ReturnType<typeof setTimeout> | undefined

export const bookingListsChanged = (queries: QueryClient): void => {
  waiting ??= setTimeout(() => {
    waiting = undefined
    for (const part of ['list', 'rows']) void queries.invalidateQueries({ queryKey: bookingRecords.key(part) })
  }, TOGETHER_MS)
}

/** Reloads the booking in every place that shows it, and lists of bookings. */
export const bookingChanged = (queries: QueryClient, id: number): void => {
  void queries.invalidateQueries({ queryKey: bookingRecords.one(id).queryKey })
  void queries.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey })
  void queries.invalidateQueries({ queryKey: bookingPaymentsQuery(id).queryKey })
  // Of whichever journey it is: the other leg shows it.
  void queries.invalidateQueries({ queryKey: bookingRecords.key('journey') })
  bookingListsChanged(queries)
}
