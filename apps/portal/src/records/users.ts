import { api, MAX_PER_PAGE, type User } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const userRecords = defineRecords(
  'users',
  {
    list: (query: QueryOf<typeof api.users.list>, signal) => client.call(api.users.list, { query, signal }),
    show: (id, signal) => client.call(api.users.show, { params: { id }, signal }),
  },
  { carriedBy: ['user-groups'] },
)

/** All users, page after page. */
export const userOptions = queryOptions({
  queryKey: userRecords.key('options'),
  queryFn: async ({ signal }) => {
    const users: User[] = []
    for (let page = 1; ; page++) {
      const query = { page, per_page: MAX_PER_PAGE, sort: 'first_name' }
      const { data, meta } = await client.call(api.users.list, { query, signal })
      users.push(...data)
      if (data.length === 0 || users.length >= meta.total) return users
    }
  },
})

export const userStatuses = {
  active: { text: 'Active', tone: 'success' },
  blocked: { text: 'Blocked', tone: 'danger' },
} as const satisfies Statuses<User['status']>
