import { api, type Broadcast } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'

export const broadcastRecords = defineRecords('broadcasts', {
  list: (query: QueryOf<typeof api.broadcasts.list>, signal) => client.call(api.broadcasts.list, { query, signal }),
  show: (id, signal) => client.call(api.broadcasts.show, { params: { id }, signal }),
})

export type BroadcastsState = ListState<object>
export const broadcastsState = listState<object>({}, ['id', 'created_at'])

export const broadcastsQuery = (state: BroadcastsState, { region }: Scope): ListQuery<Broadcast> =>
  broadcastRecords.page(listQuery(state, region === null ? {} : { region: [region] }))

export type Place = { region_id: number; zone_id: number | null }

/** How many drivers have signed on there, asked for at the moment. */
export const reachQuery = ({ region_id, zone_id }: Place) =>
  queryOptions({
    queryKey: broadcastRecords.key('reach', region_id, zone_id),
    queryFn: ({ signal }) =>
      client
        .call(api.broadcasts.reach, { query: { region_id, ...(zone_id === null ? {} : { zone_id }) }, signal })
        .then(({ data }) => data.drivers),
    staleTime: 0,
  })
