import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

export const roleRecords = defineRecords(
  'user-roles',
  {
    list: (query: QueryOf<typeof api.userRoles.list>, signal) => client.call(api.userRoles.list, { query, signal }),
    show: (id, signal) => client.call(api.userRoles.show, { params: { id }, signal }),
  },
  { carriedBy: ['user-groups'] },
)

/** All roles at once, as the specification asks for them. */
export const ALL_ROLES = { page: 1, per_page: 999 }
export const roleOptions = roleRecords.rows({ ...ALL_ROLES, sort: 'id' })
