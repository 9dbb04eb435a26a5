import { api, type Zone } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
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

const ROOT = 'zones'

export const zonesQuery = (state: ZonesState): ListQuery<Zone> => {
  const { region, 'filter.status': status } = state
  const query = listQuery(state, {
    ...(region === null ? {} : { region: [region] }),
    ...(status === null ? {} : { status: [status] }),
  })
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.zones.list, { query, signal }),
  }
}

/** What the layout loads: the same question that the untouched list asks. */
export const loadedZonesQuery = (region: number | null) =>
  zonesQuery({ page: 1, per_page: ZONES_PER_PAGE, search: '', sort: null, region, zone: [], 'filter.status': null })

export const zoneQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.zones.show, { params: { id }, signal }).then((answer) => answer.data),
  })

export const consumerAppsQuery = queryOptions({
  queryKey: ['consumer_apps', 'options'],
  queryFn: ({ signal }) =>
    client
      .call(api.consumerApps.list, { query: { page: 1, per_page: 1000, sort: 'name' }, signal })
      .then((answer) => answer.data),
  staleTime: 60_000,
})

export const zoneSaved = (zone: Zone): void => {
  queryClient.setQueryData(zoneQuery(zone.id).queryKey, zone)
  zonesChanged()
  // A region counts its zones.
  void queryClient.invalidateQueries({ queryKey: ['regions'] })
}

/** Everything that shows zones asks again: lists, tabs, selectors, maps. */
export const zonesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT] })
