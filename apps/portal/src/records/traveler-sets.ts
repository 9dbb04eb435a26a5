import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'

/** Kinds of concessions. */
export const travelerSetRecords = defineRecords('traveler-sets', {
  list: (query: QueryOf<typeof api.travelerSets.list>, signal) => client.call(api.travelerSets.list, { query, signal }),
  show: (id, signal) => client.call(api.travelerSets.show, { params: { id }, signal }),
})

/** What may be assigned, by name. */
export const travelerSetOptions = travelerSetRecords.options({ ...ALL_ROWS, sort: 'name' })
