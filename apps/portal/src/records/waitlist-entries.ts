import { api, type WaitlistState } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const waitlistRecords = defineRecords('waitlist-entries', {
  list: (query: QueryOf<typeof api.waitlistEntries.list>, signal) =>
    client.call(api.waitlistEntries.list, { query, signal }),
  show: (id, signal) => client.call(api.waitlistEntries.show, { params: { id }, signal }),
})

export const waitlistStatuses = {
  waiting: { text: 'Waiting', tone: 'info' },
  booked: { text: 'Booked', tone: 'success' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
  given_up: { text: 'Given up', tone: 'warning' },
} as const satisfies Statuses<WaitlistState>

/** Whether a refused search may wait, and how many wait for its hour. */
export const waitlistOutlookQuery = (searchId: number) =>
  queryOptions({
    queryKey: ['waitlist-entries', 'outlook', searchId],
    queryFn: ({ signal }) =>
      client
        .call(api.waitlistEntries.outlook, { query: { service_availability_search_id: searchId }, signal })
        .then(({ data }) => data),
    staleTime: 5000,
  })
