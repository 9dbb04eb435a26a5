import { api, MAX_PER_PAGE, type User } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

/** All user groups, as the specification asks for them. */
export const userGroupOptionsQuery = queryOptions({
  queryKey: ['user-groups', 'options'],
  queryFn: ({ signal }) =>
    client
      .call(api.userGroups.list, { query: { page: 1, per_page: 999, sort: 'name' }, signal })
      .then((answer) => answer.data),
})

/** All users, page after page. */
export const userOptionsQuery = queryOptions({
  queryKey: ['users', 'options'],
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
