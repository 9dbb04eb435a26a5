import { api, type Driver } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = { 'filter.approved': 'true' | 'false' | null }
export type DriversState = ListState<Filters>

export const driversState = listState<Filters>({ 'filter.approved': oneOf(['true', 'false']) }, [
  'id',
  'first_name',
  'last_name',
  'username',
  'email',
  'status',
])

const ROOT = 'drivers'

export const driversQuery = (state: DriversState): ListQuery<Driver> => {
  const approved = state['filter.approved']
  const query = listQuery(state, approved === null ? {} : { approved })
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.drivers.list, { query, signal }),
  }
}

export const driverQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.drivers.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** The drivers of a bulk edit. */
export const driversByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [ROOT, 'by-id', ids],
    queryFn: ({ signal }) =>
      client
        .call(api.drivers.list, { query: { page: 1, per_page: 1000, filter: { id: [...ids] } }, signal })
        .then((answer) => answer.data),
  })

/** Every list is asked again; one driver is asked again where it is shown. */
export const driversChanged = (id?: number): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'list'] })
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'by-id'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: driverQuery(id).queryKey })
}

export const driverSaved = (driver: Driver): void => {
  queryClient.setQueryData(driverQuery(driver.id).queryKey, driver)
  driversChanged()
}
