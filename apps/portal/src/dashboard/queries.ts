import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

export const POLL_MS = 3000

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => client.call(api.dashboard.show, { signal }).then((answer) => answer.data),
  refetchInterval: POLL_MS,
})

/** The regions that the figures combine. */
export const activeRegionsQuery = queryOptions({
  queryKey: ['regions', 'active'],
  queryFn: ({ signal }) =>
    client
      .call(api.regions.list, {
        query: { page: 1, per_page: 1000, sort: 'name', filter: { status: ['active'] } },
        signal,
      })
      .then((answer) => answer.data),
  staleTime: 60_000,
})
