import { api, type ServiceRequest } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { bookingRecords } from '../records/bookings.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import type { ListQuery } from '../table/use-list.ts'
import { ANY_TIME, type BookingsState, type Frame, narrowing, TIMELINE_MOST } from './bookings-state.ts'

/** Sorted by pick-up time by default. */
export const bookingsQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> => {
  const { page, per_page } = state
  return bookingRecords.page({
    page,
    per_page,
    sort: state.sort ?? 'pickup_lower_bound',
    ...narrowing(state, frame),
  })
}

/** The first of what a search finds at any time, and how many. */
export const anyTimeQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> =>
  bookingRecords.page({
    page: 1,
    per_page: 1,
    sort: '-pickup_lower_bound',
    ...narrowing({ ...state, 'filter.date_range': ANY_TIME }, frame),
  })

/** The first `TIMELINE_MOST` by pick-up time, in as many calls as they need. */
export const timelineQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> => {
  const query = { per_page: ALL_ROWS.per_page, sort: 'pickup_lower_bound', ...narrowing(state, frame) }
  const first = bookingRecords.page({ ...query, page: 1 })
  return {
    queryKey: [...first.queryKey, 'timeline'],
    queryFn: async (context) => {
      const { data, meta } = await first.queryFn(context)
      // One that is booked between two calls moves others to the next page, where they come a second time.
      const bookings = new Map(data.map((booking) => [booking.id, booking]))
      const pages = Math.ceil(Math.min(meta.total, TIMELINE_MOST) / ALL_ROWS.per_page)
      for (let page = 2; page <= pages; page++) {
        const more = await bookingRecords.page({ ...query, page }).queryFn(context)
        for (const booking of more.data) bookings.set(booking.id, booking)
      }
      return { data: [...bookings.values()], meta }
    },
  }
}

/** Why a passenger may have cancelled; it hardly ever changes. */
export const surveyOptionsQuery = queryOptions({
  queryKey: ['survey_options'],
  queryFn: ({ signal }) => client.call(api.surveyOptions.list, { signal }).then((answer) => answer.data),
  staleTime: 600_000,
})
