import { api, type User } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type UsersState = ListState<unknown>

export const usersState = listState<object>({}, ['id', 'first_name', 'last_name', 'username', 'email', 'phone_number'])

const ROOT = 'users'

export const usersQuery = (state: UsersState): ListQuery<User> => {
  const query = listQuery(state, {})
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.users.list, { query, signal }),
  }
}

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.users.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Everything that shows users asks again; they stand in the records of their groups as well. */
export const usersChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT] })
  void queryClient.invalidateQueries({ queryKey: ['user-groups'] })
}

export const userSaved = (user: User): void => {
  queryClient.setQueryData(userQuery(user.id).queryKey, user)
  usersChanged()
}
