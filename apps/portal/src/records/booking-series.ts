import { api, type OccurrenceState, type SeriesScope, type SeriesState } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const seriesRecords = defineRecords('booking-series', {
  list: (query: QueryOf<typeof api.bookingSeries.list>, signal) =>
    client.call(api.bookingSeries.list, { query, signal }),
  show: (id, signal) => client.call(api.bookingSeries.show, { params: { id }, signal }),
})

export const seriesStatuses = {
  active: { text: 'Active', tone: 'success' },
  waiting: { text: 'Waiting', tone: 'info' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended', tone: 'neutral' },
} as const satisfies Statuses<SeriesState>

export const occurrenceStatuses = {
  planned: { text: 'Planned', tone: 'info' },
  booked: { text: 'Booked', tone: 'success' },
  waiting: { text: 'On the waiting list', tone: 'warning' },
  failed: { text: 'Not booked', tone: 'danger' },
  left_out: { text: 'Left out', tone: 'neutral' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
} as const satisfies Statuses<OccurrenceState>

/** Which dates of a series a change is for. */
export const seriesScopeWords: Record<SeriesScope, string> = {
  only_this: 'Only this one',
  following: 'This and all following',
  all: 'All future ones',
}

/** The dates of a series from today on; asked for again with the series. */
export const occurrencesQuery = (id: number) =>
  queryOptions({
    queryKey: seriesRecords.key('occurrences', id),
    queryFn: ({ signal }) =>
      client.call(api.bookingSeries.occurrences, { params: { id }, signal }).then(({ data }) => data),
  })
