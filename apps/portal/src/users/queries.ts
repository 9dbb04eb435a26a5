import { api, type User } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { userRecords } from '../records/users.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type UsersState = ListState<unknown>

export const usersState = listState<object>({}, ['id', 'first_name', 'last_name', 'username', 'email', 'phone_number'])

/** With the sessions, whose changes it follows. */
export const blockOf = (id: number) =>
  queryOptions({
    queryKey: ['sessions', 'block', id],
    queryFn: ({ signal }) => client.call(api.users.signInBlock, { params: { id }, signal }).then(({ data }) => data),
  })

export const usersQuery = (state: UsersState): ListQuery<User> => userRecords.page(listQuery(state, {}))
