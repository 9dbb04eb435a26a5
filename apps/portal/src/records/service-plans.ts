import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

export const planRecords = defineRecords('service-plans', {
  list: (query: QueryOf<typeof api.servicePlans.list>, signal) => client.call(api.servicePlans.list, { query, signal }),
  show: (id, signal) => client.call(api.servicePlans.show, { params: { id }, signal }),
})
