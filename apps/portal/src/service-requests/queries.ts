import { api, type ServiceRequest } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { bookingRecords } from '../records/bookings.ts'
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

export const timelineQuery = (state: BookingsState, frame: Frame): ListQuery<ServiceRequest> =>
  bookingRecords.page({ page: 1, per_page: TIMELINE_MOST, sort: 'pickup_lower_bound', ...narrowing(state, frame) })

/** Why a passenger may have cancelled; it hardly ever changes. */
export const surveyOptionsQuery = queryOptions({
  queryKey: ['survey_options'],
  queryFn: ({ signal }) => client.call(api.surveyOptions.list, { signal }).then((answer) => answer.data),
  staleTime: 600_000,
})
