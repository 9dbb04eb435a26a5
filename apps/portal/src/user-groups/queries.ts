import type { UserGroup } from '@ambit/contract'
import { ALL_GROUPS, userGroupRecords } from '../records/user-groups.ts'
import { listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type UserGroupsState = ListState<unknown>

export const userGroupsState = listState<object>({}, ['id', 'name', 'numberOfRoles'])

export const userGroupsQuery = ({ search, sort }: UserGroupsState): ListQuery<UserGroup> =>
  userGroupRecords.page({
    ...ALL_GROUPS,
    ...(search === '' ? {} : { search }),
    ...(sort === null ? {} : { sort }),
  })
