import { api, FUNCTIONAL_AREA_PATH, type Vehicle } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const vehicleRecords = defineRecords('vehicles', {
  list: (query: QueryOf<typeof api.vehicles.list>, signal) => client.call(api.vehicles.list, { query, signal }),
  show: (id, signal) => client.call(api.vehicles.show, { params: { id }, signal }),
})

/** With as few of the custom fields as can be asked for. */
export const vehicleOptions = vehicleRecords.options({
  ...ALL_ROWS,
  sort: 'vehicle_number',
  stages: [FUNCTIONAL_AREA_PATH[0]],
})

export const vehicleStatuses = {
  active: { text: 'Active', tone: 'success' },
  inactive: { text: 'Inactive', tone: 'danger' },
} as const satisfies Statuses<Vehicle['status']>
