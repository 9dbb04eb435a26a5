import type { UserRole } from '@ambit/contract'
import { ALL_ROLES, roleRecords } from '../../records/user-roles.ts'
import { listState, type ListState } from '../../table/list-state.ts'
import type { ListQuery } from '../../table/use-list.ts'

export type RolesState = ListState<unknown>

export const rolesState = listState<object>({}, ['id', 'name'])

export const rolesListQuery = ({ search, sort }: RolesState): ListQuery<UserRole> =>
  roleRecords.page({ ...ALL_ROLES, ...(search === '' ? {} : { search }), sort: sort ?? 'id' })
