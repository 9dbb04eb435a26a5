import { type AccessEvent, api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { QueryOf } from './define-records.ts'

export type AccessQuery = QueryOf<typeof api.accessEvents.list>

/** Who looked at passengers, a page at a time. */
export const accessPage = (query: AccessQuery): ListQuery<AccessEvent> => ({
  queryKey: ['access-events', 'list', query],
  queryFn: ({ signal }) => client.call(api.accessEvents.list, { query, signal }),
})

/** Who looked unusually often in the last 30 days, the newest first. */
export const unusualLooksQuery = queryOptions({
  queryKey: ['access-events', 'unusual'],
  queryFn: async ({ signal }) => (await client.call(api.accessEvents.unusual, { signal })).data,
})
