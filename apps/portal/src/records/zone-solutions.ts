import { api, type ReplanCause } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

/** The state of each zone's plan, under the zone's id. */
export const zoneSolutionRecords = defineRecords('zone-solutions', {
  list: (query: QueryOf<typeof api.zoneSolutions.list>, signal) =>
    client.call(api.zoneSolutions.list, { query, signal }),
  show: (id, signal) => client.call(api.zoneSolutions.show, { params: { id }, signal }),
})

/** What changed the plan last. */
export const replanCauseWords: Readonly<Record<ReplanCause, string>> = {
  insertion: 'New booking',
  cancellation: 'Cancellation',
  optimiser: 'Less driving overall',
  rescue: 'Vehicle out of service',
  disruption: 'Disruption',
  schedule: 'Schedule',
  dispatch: 'By hand',
}
