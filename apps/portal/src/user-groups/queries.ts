import { api, type UserGroup } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type UserGroupsState = ListState<unknown>

export const userGroupsState = listState<object>({}, ['id', 'name', 'numberOfRoles'])

const ROOT = 'user-groups'

/** All groups at once, as the specification asks for them. */
export const userGroupsQuery = ({ search, sort }: UserGroupsState): ListQuery<UserGroup> => {
  const query = {
    page: 1,
    per_page: 999,
    ...(search === '' ? {} : { search }),
    ...(sort === null ? {} : { sort }),
  }
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.userGroups.list, { query, signal }),
  }
}

export const userGroupQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.userGroups.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Everything that shows groups asks again; they stand in the records of their users as well. */
export const userGroupsChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT] })
  void queryClient.invalidateQueries({ queryKey: ['users'] })
}

export const userGroupSaved = (group: UserGroup): void => {
  queryClient.setQueryData(userGroupQuery(group.id).queryKey, group)
  userGroupsChanged()
}
