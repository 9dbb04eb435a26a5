import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

export const userGroupRecords = defineRecords(
  'user-groups',
  {
    list: (query: QueryOf<typeof api.userGroups.list>, signal) => client.call(api.userGroups.list, { query, signal }),
    show: (id, signal) => client.call(api.userGroups.show, { params: { id }, signal }),
  },
  { carriedBy: ['users'] },
)

/** All groups at once, as the specification asks for them. */
export const ALL_GROUPS = { page: 1, per_page: 999 }
export const userGroupOptions = userGroupRecords.rows({ ...ALL_GROUPS, sort: 'name' })
