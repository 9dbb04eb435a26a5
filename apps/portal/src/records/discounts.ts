import { api, type DiscountStatus } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const discountRecords = defineRecords('discounts', {
  list: (query: QueryOf<typeof api.discounts.list>, signal) => client.call(api.discounts.list, { query, signal }),
  show: (id, signal) => client.call(api.discounts.show, { params: { id }, signal }),
})

/** What the dates make of a discount now. */
export const discountStatuses = {
  active: { text: 'Active', tone: 'success' },
  scheduled: { text: 'Scheduled', tone: 'info' },
  expired: { text: 'Expired', tone: 'neutral' },
} as const satisfies Statuses<DiscountStatus>
