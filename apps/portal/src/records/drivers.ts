import { api, type Driver } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const driverRecords = defineRecords('drivers', {
  list: (query: QueryOf<typeof api.drivers.list>, signal) => client.call(api.drivers.list, { query, signal }),
  show: (id, signal) => client.call(api.drivers.show, { params: { id }, signal }),
})

export const driverOptions = driverRecords.options({ ...ALL_ROWS, sort: 'first_name' })

export const driverStatuses = {
  approved: { text: 'Approved', tone: 'success' },
  blocked: { text: 'Blocked', tone: 'danger' },
  none: { text: 'Inactive', tone: 'neutral' },
} as const satisfies Statuses<NonNullable<Driver['status']> | 'none'>
