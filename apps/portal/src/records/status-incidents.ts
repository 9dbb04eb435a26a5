import { api, type IncidentState } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const incidentRecords = defineRecords('status-incidents', {
  list: (query: QueryOf<typeof api.statusIncidents.list>, signal) =>
    client.call(api.statusIncidents.list, { query, signal }),
  show: (id, signal) => client.call(api.statusIncidents.show, { params: { id }, signal }),
})

/** A planned one begins and an ended one ends without a change of its record. */
const ASKED_AGAIN_MS = 60_000

/** What concerns the signed-in user now: everywhere, and in their regions. */
export const currentIncidentsQuery = queryOptions({
  queryKey: incidentRecords.key('current'),
  queryFn: ({ signal }) =>
    client
      .call(api.statusIncidents.list, { query: { ...ALL_ROWS, filter: { state: ['current'] } }, signal })
      .then(({ data }) => data),
  refetchInterval: ASKED_AGAIN_MS,
})

/** What the times make of an incident now. */
export const incidentStates = {
  current: { text: 'Now', tone: 'warning' },
  planned: { text: 'To come', tone: 'info' },
  over: { text: 'Over', tone: 'neutral' },
} as const satisfies Statuses<IncidentState>
