import { api, type UserRole } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { listState, type ListState } from '../../table/list-state.ts'
import type { ListQuery } from '../../table/use-list.ts'

export type RolesState = ListState<unknown>

export const rolesState = listState<object>({}, ['id', 'name'])

const ROOT = 'user-roles'

/** Every role, for the switches of a group. */
export const rolesQuery = queryOptions({
  queryKey: [ROOT, 'options'],
  queryFn: ({ signal }) =>
    client
      .call(api.userRoles.list, { query: { page: 1, per_page: 999, sort: 'id' }, signal })
      .then((answer) => answer.data),
})

export const rolesListQuery = ({ search, sort }: RolesState): ListQuery<UserRole> => {
  const query = { page: 1, per_page: 999, ...(search === '' ? {} : { search }), sort: sort ?? 'id' }
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.userRoles.list, { query, signal }),
  }
}

export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.userRoles.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** A role that is put off counts no longer in its groups. */
export const rolesChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT] })
  void queryClient.invalidateQueries({ queryKey: ['user-groups'] })
}

export const roleSaved = (role: UserRole): void => {
  queryClient.setQueryData(roleQuery(role.id).queryKey, role)
  rolesChanged()
}
