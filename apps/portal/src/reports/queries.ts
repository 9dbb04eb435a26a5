import { api, type BookingOutcomeReport, type ConductReport, type FeedbackRow, type SurveyRow } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange } from '../url/day-range.ts'
import type { Scope } from '../url/scope.ts'
import { count } from '../url/url-state.ts'
import { itineraryKey, REPORTS } from './changes.ts'
import { narrowing } from './range.ts'

export type FeedbackState = ListState<DayRange & { 'filter.rating': number }>
/** 0 stands for every rating. */
export const feedbackState = listState<DayRange & { 'filter.rating': number }>(
  { ...dayRange, 'filter.rating': count(0) },
  ['created_at', 'rating', 'traveler_name', 'driver_name', 'zone_name'],
)

const feedbackFilter = (state: FeedbackState, scope: Scope) => ({
  ...narrowing(scope, state),
  ...(state['filter.rating'] === 0 ? {} : { rating: [state['filter.rating']] }),
})

export const feedbackQuery = (state: FeedbackState, scope: Scope): ListQuery<FeedbackRow> => {
  const query = listQuery(state, feedbackFilter(state, scope))
  return {
    queryKey: [REPORTS, 'feedback', query],
    queryFn: ({ signal }) => client.call(api.feedbacks.list, { query, signal }),
  }
}

/** Of all ratings in the range, not only those listed. */
export const feedbackSummaryQuery = (range: DayRange, scope: Scope) => {
  const query = { filter: narrowing(scope, range) }
  return queryOptions({
    queryKey: [REPORTS, 'feedback', 'summary', query],
    queryFn: ({ signal }) => client.call(api.feedbackReports.summary, { query, signal }).then(({ data }) => data),
  })
}

export type SurveysState = ListState<DayRange>
export const surveysState = listState<DayRange>(dayRange, ['created_at', 'reason', 'traveler_name', 'zone_name'])

export const surveysQuery = (state: SurveysState, scope: Scope): ListQuery<SurveyRow> => {
  const query = listQuery(state, narrowing(scope, state))
  return {
    queryKey: [REPORTS, 'surveys', query],
    queryFn: ({ signal }) => client.call(api.surveyReports.list, { query, signal }),
  }
}

export type ConductState = ListState<object>
export const conductState = listState<object>({}, ['month'])

/** Of the last 12 months, in the header's region. */
export const conductReportQuery = (state: ConductState, { region }: Scope): ListQuery<ConductReport> => {
  const query = listQuery(state, region === null ? {} : { region: [region] })
  return {
    queryKey: [REPORTS, 'conduct', query],
    queryFn: ({ signal }) => client.call(api.conductReports.list, { query, signal }),
  }
}

export type OutcomesState = ListState<DayRange>
export const outcomesState = listState<DayRange>(dayRange, [
  'date',
  'zone_name',
  'total',
  'completed',
  'no_show',
  'refused',
])

/** Days that are both set. */
type Days = { [K in keyof DayRange]: string }
const outcomesFilter = (days: Days, scope: Scope) => ({
  ...narrowing(scope, days),
  from: days['filter.from'],
  to: days['filter.to'],
})

export const outcomesQuery = (state: OutcomesState, days: Days, scope: Scope): ListQuery<BookingOutcomeReport> => {
  const query = listQuery(state, outcomesFilter(days, scope))
  const filtered = { ...query, filter: outcomesFilter(days, scope) }
  return {
    queryKey: [REPORTS, 'outcomes', filtered],
    queryFn: ({ signal }) => client.call(api.bookingReports.list, { query: filtered, signal }),
  }
}

export const bookingReportQuery = (days: Days, scope: Scope) => {
  const query = { filter: outcomesFilter(days, scope) }
  return queryOptions({
    queryKey: [REPORTS, 'outcomes', 'summary', query],
    queryFn: ({ signal }) => client.call(api.bookingReports.summary, { query, signal }).then(({ data }) => data),
  })
}

export const exportOutcomes = async (days: Days, scope: Scope): Promise<Blob> =>
  (await client.fetch(api.bookingReports.export, { query: { filter: outcomesFilter(days, scope) } })).blob()

/** Trips of one day, as many as a select can hold. */
export const itineraryTripsQuery = (date: string, scope: Scope) => {
  const filter = narrowing(scope, { 'filter.from': date, 'filter.to': date })
  const query = { page: 1, per_page: 500, sort: 'start_datetime', filter }
  return queryOptions({
    queryKey: [REPORTS, 'itineraries', query],
    queryFn: ({ signal }) => client.call(api.tripItineraries.list, { query, signal }).then(({ data }) => data),
  })
}

export const itineraryQuery = (id: number) =>
  queryOptions({
    queryKey: itineraryKey(id),
    queryFn: ({ signal }) =>
      client.call(api.tripItineraries.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** The trip in the address; 0 stands for none. */
export const tripValue = count(0)
