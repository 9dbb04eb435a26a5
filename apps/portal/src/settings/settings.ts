import { api, type Settings } from '@ambit/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { serverClock } from './use-now.ts'

/** Names, menu, flags and the server's clock: loaded before the first page is drawn, and kept. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const { data } = await client.call(api.settings.show, { signal })
    serverClock.adjust(data.clock)
    return data
  },
  staleTime: 5 * 60_000,
})

export const useSettings = (): Settings => useSuspenseQuery(settingsQuery).data
