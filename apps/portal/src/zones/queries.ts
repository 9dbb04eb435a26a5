import type { Zone } from '@ambit/contract'
import { zoneRecords } from '../records/zones.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { ids, oneOf } from '../url/url-state.ts'
import { optionalId } from '../url/scope.ts'

type Filters = { 'filter.status': 'active' | 'blocked' | null; region: number | null; zone: readonly number[] }
export type ZonesState = ListState<Filters>

/** The specification loads zones fifty at a time. The region is the one that the header looks at. */
export const ZONES_PER_PAGE = 50

export const zonesState = listState<Filters>(
  { 'filter.status': oneOf(['active', 'blocked']), region: optionalId, zone: ids() },
  ['id', 'name', 'abbreviation', 'region_name', 'time_zone', 'default_price', 'stop_count', 'status'],
  ZONES_PER_PAGE,
)

export const zonesQuery = (state: ZonesState): ListQuery<Zone> => {
  const { region, 'filter.status': status } = state
  return zoneRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(status === null ? {} : { status: [status] }),
    }),
  )
}

/** What the layout loads: the same question that the untouched list asks. */
export const loadedZonesQuery = (region: number | null) =>
  zonesQuery({ page: 1, per_page: ZONES_PER_PAGE, search: '', sort: null, region, zone: [], 'filter.status': null })
