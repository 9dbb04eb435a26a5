import type { User } from '@ambit/contract'
import { userRecords } from '../records/users.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type UsersState = ListState<unknown>

export const usersState = listState<object>({}, ['id', 'first_name', 'last_name', 'username', 'email', 'phone_number'])

export const usersQuery = (state: UsersState): ListQuery<User> => userRecords.page(listQuery(state, {}))
