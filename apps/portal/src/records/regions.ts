import { api, type Region } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const regionRecords = defineRecords(
  'regions',
  {
    list: (query: QueryOf<typeof api.regions.list>, signal) => client.call(api.regions.list, { query, signal }),
    show: (id, signal) => client.call(api.regions.show, { params: { id }, signal }),
  },
  { carriedBy: ['zones'] },
)

/** Every region that the user may see, for selectors and names. */
export const regionOptions = regionRecords.options(ALL_ROWS)

export const regionStatuses = {
  active: { text: 'Active', tone: 'success' },
  blocked: { text: 'Blocked', tone: 'danger' },
} as const satisfies Statuses<Region['status']>
