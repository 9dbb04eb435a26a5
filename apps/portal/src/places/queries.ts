import { api, type BookedPlace, placeCategories, type PlaceCategory } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { placeRecords } from '../records/places.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export type PlacesState = ListState<{ 'filter.category': PlaceCategory | null }>

export const placesState = listState<{ 'filter.category': PlaceCategory | null }>(
  { 'filter.category': oneOf(placeCategories) },
  ['id', 'name', 'address', 'category', 'created_at', 'updated_at'],
)

export const cleared = { search: '', 'filter.category': null } satisfies Partial<PlacesState>

const filterOf = (state: PlacesState, { region }: Scope) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(state['filter.category'] === null ? {} : { category: [state['filter.category']] }),
})

export const placesQuery = (state: PlacesState, scope: Scope): ListQuery<BookedPlace> =>
  placeRecords.page(listQuery(state, filterOf(state, scope)))

/** All that the list's search and filters find; the file can be imported again. */
export const exportPlaces = async (state: PlacesState, scope: Scope): Promise<Blob> => {
  const query = { ...(state.search === '' ? {} : { search: state.search }), filter: filterOf(state, scope) }
  return (await client.fetch(api.places.export, { query })).blob()
}

/** Stops of a region's zones; null: no region is chosen. */
export const stopsQuery = (regionId: number | null) =>
  queryOptions({
    queryKey: ['zone_stops', 'of-region', regionId],
    queryFn: ({ signal }) =>
      client
        .call(api.zoneStops.list, {
          query: { ...ALL_ROWS, filter: { region: [regionId ?? 0] }, sort: 'name' },
          signal,
        })
        .then(({ data }) => data),
    enabled: regionId !== null,
    staleTime: 60_000,
  })

export const suggestionsQuery = (regionId: number | null) =>
  queryOptions({
    queryKey: placeRecords.key('suggestions', regionId),
    queryFn: ({ signal }) =>
      client.call(api.places.suggestions, { query: { region_id: String(regionId) }, signal }).then(({ data }) => data),
    enabled: regionId !== null,
  })
