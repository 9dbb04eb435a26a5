import { api, type Region } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = { 'filter.status': 'active' | 'blocked' | null }
export type RegionsState = ListState<Filters>

export const regionsState = listState<Filters>({ 'filter.status': oneOf(['active', 'blocked']) }, [
  'id',
  'name',
  'status',
  'time_zone',
  'zone_count',
])

const ROOT = 'regions'

/** `regionId`: the one region that the route is about; null: all of them. */
export const regionsQuery =
  (regionId: number | null) =>
  (state: RegionsState): ListQuery<Region> => {
    const status = state['filter.status']
    const query = listQuery(state, {
      ...(regionId === null ? {} : { id: [regionId] }),
      ...(status === null ? {} : { status: [status] }),
    })
    return {
      queryKey: [ROOT, 'list', query],
      queryFn: ({ signal }) => client.call(api.regions.list, { query, signal }),
    }
  }

export const regionQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.regions.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Everything that shows regions asks again: lists, selectors, and the zones that carry their names. */
export const regionsChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT] })
  void queryClient.invalidateQueries({ queryKey: ['zones'] })
}

export const regionSaved = (region: Region): void => {
  queryClient.setQueryData(regionQuery(region.id).queryKey, region)
  regionsChanged()
}
