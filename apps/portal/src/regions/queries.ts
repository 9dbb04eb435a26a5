import type { Region } from '@ambit/contract'
import { regionRecords } from '../records/regions.ts'
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

/** `regionId`: the one region that the route is about; null: all of them. */
export const regionsQuery =
  (regionId: number | null) =>
  (state: RegionsState): ListQuery<Region> => {
    const status = state['filter.status']
    return regionRecords.page(
      listQuery(state, {
        ...(regionId === null ? {} : { id: [regionId] }),
        ...(status === null ? {} : { status: [status] }),
      }),
    )
  }
