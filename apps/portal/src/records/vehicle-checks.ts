import { api, type VehicleCheck } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const checklistRecords = defineRecords('vehicle_checklists', {
  list: (query: QueryOf<typeof api.vehicleChecklists.list>, signal) =>
    client.call(api.vehicleChecklists.list, { query, signal }),
  show: (id, signal) => client.call(api.vehicleChecklists.show, { params: { id }, signal }),
})

export const vehicleCheckRecords = defineRecords('vehicle_checks', {
  list: (query: QueryOf<typeof api.vehicleChecks.list>, signal) =>
    client.call(api.vehicleChecks.list, { query, signal }),
  show: (id, signal) => client.call(api.vehicleChecks.show, { params: { id }, signal }),
})

export const checkStatuses = {
  passed: { text: 'Passed', tone: 'success' },
  failed: { text: 'With faults', tone: 'warning' },
  not_to_be_driven: { text: 'May not be driven', tone: 'danger' },
} as const satisfies Statuses<VehicleCheck['result']>
