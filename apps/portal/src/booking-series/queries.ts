import { api, type BookingSeries, type SeriesState, seriesStates } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { seriesRecords } from '../records/booking-series.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'
import type { ChangeBody } from './change-form.ts'

export type SeriesPageState = ListState<{ 'filter.state': SeriesState | null }>

export const seriesState = listState<{ 'filter.state': SeriesState | null }>({ 'filter.state': oneOf(seriesStates) }, [
  'id',
  'created_at',
  'starts_on',
  'last_on',
  'next_on',
  'traveler_name',
  'zone_name',
])

export const cleared = { search: '', 'filter.state': null } satisfies Partial<SeriesPageState>

const filterOf = (state: SeriesPageState, { region, zone }: Scope) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(zone.length === 0 ? {} : { zone: [...zone] }),
  ...(state['filter.state'] === null ? {} : { state: [state['filter.state']] }),
})

export const seriesQuery = (state: SeriesPageState, scope: Scope): ListQuery<BookingSeries> =>
  seriesRecords.page(listQuery(state, filterOf(state, scope)))

/** All that the list's search and filters find, as a table or as a calendar of RFC 5545. */
export const exportSeries = async (state: SeriesPageState, scope: Scope, format: 'csv' | 'ics'): Promise<Blob> => {
  const query = { ...(state.search === '' ? {} : { search: state.search }), filter: filterOf(state, scope), format }
  return (await client.fetch(api.bookingSeries.export, { query })).blob()
}

/** What a change would do; null: nothing is asked yet. What is shown stays as it is until it is saved. */
export const changeEffectQuery = (id: number, body: ChangeBody | null) =>
  queryOptions({
    queryKey: ['booking-series-change', id, body],
    queryFn: async ({ signal }) =>
      body === null
        ? null
        : (await client.call(api.bookingSeries.previewChange, { params: { id }, body, signal })).data,
    enabled: body !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
