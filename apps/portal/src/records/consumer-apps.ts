import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'

/** Apps and sites that passengers book with. */
export const consumerAppRecords = defineRecords('consumer-apps', {
  list: (query: QueryOf<typeof api.consumerApps.list>, signal) => client.call(api.consumerApps.list, { query, signal }),
  show: (id, signal) => client.call(api.consumerApps.show, { params: { id }, signal }),
})

/** What a zone may allow, by name. */
export const consumerAppOptions = consumerAppRecords.options({ ...ALL_ROWS, sort: 'name' })
