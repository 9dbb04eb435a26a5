import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'

export const organisationRecords = defineRecords('organisations', {
  list: (query: QueryOf<typeof api.organisations.list>, signal) =>
    client.call(api.organisations.list, { query, signal }),
  show: (id, signal) => client.call(api.organisations.show, { params: { id }, signal }),
})

/** Every organisation that the user may see, for selectors. */
export const organisationOptions = organisationRecords.options({ ...ALL_ROWS, sort: 'name' })
