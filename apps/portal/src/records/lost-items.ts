import { api, type LostItemState } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const lostItemRecords = defineRecords('lost-items', {
  list: (query: QueryOf<typeof api.lostItems.list>, signal) => client.call(api.lostItems.list, { query, signal }),
  show: (id, signal) => client.call(api.lostItems.show, { params: { id }, signal }),
})

export const lostItemStatuses = {
  reported: { text: 'Reported', tone: 'warning' },
  found: { text: 'Found', tone: 'info' },
  not_found: { text: 'Not found', tone: 'neutral' },
  returned: { text: 'Returned', tone: 'success' },
} as const satisfies Statuses<LostItemState>
