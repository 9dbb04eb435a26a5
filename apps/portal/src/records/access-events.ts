import { type AccessEvent, api } from '@ambit/contract'
import { client } from '../api/client.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { QueryOf } from './define-records.ts'

export type AccessQuery = QueryOf<typeof api.accessEvents.list>

/** Who looked at passengers, a page at a time. */
export const accessPage = (query: AccessQuery): ListQuery<AccessEvent> => ({
  queryKey: ['access-events', 'list', query],
  queryFn: ({ signal }) => client.call(api.accessEvents.list, { query, signal }),
})
