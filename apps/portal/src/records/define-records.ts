import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryClient } from '../api/query-client.ts'
import type { ListQuery } from '../table/use-list.ts'

/** Where each kind's answers lie in the query cache: the first part of their keys. */
export type RecordKind =
  | 'audit-events'
  | 'booking-series'
  | 'broadcasts'
  | 'call-tasks'
  | 'consumer-apps'
  | 'discounts'
  | 'drivers'
  | 'exceptions'
  | 'holds'
  | 'lost-items'
  | 'messages'
  | 'notices'
  | 'open-returns'
  | 'organisations'
  | 'places'
  | 'privacy-requests'
  | 'regions'
  | 'service-plans'
  | 'sms-replies'
  | 'service_requests'
  | 'status-incidents'
  | 'suspensions'
  | 'traveler-sets'
  | 'travelers'
  | 'trips'
  | 'user-groups'
  | 'user-roles'
  | 'users'
  | 'vehicle_checklists'
  | 'vehicle_checks'
  | 'vehicles'
  | 'waitlist-entries'
  | 'zone-solutions'
  | 'zones'

/** What a list endpoint takes. */
export type QueryOf<E extends { query: z.ZodType }> = z.input<E['query']>

type Calls<Query, Row, One> = {
  list: (query: Query, signal: AbortSignal) => Promise<{ data: Row[]; meta: { total: number } }>
  show: (id: number, signal: AbortSignal) => Promise<{ data: One }>
}

type Options = {
  /** kinds whose records carry names or counts of these, and are asked for again with them */
  carriedBy?: readonly RecordKind[]
}

/** As many rows as one call gives, for selectors and for records that are named by their ids. */
export const ALL_ROWS = { page: 1, per_page: 1000 }
export const byIds = (ids: readonly number[]) => ({ ...ALL_ROWS, filter: { id: [...ids] } })

const OPTIONS_STALE_MS = 60_000

/** The queries of one kind of record with their keys, and what is reloaded when such records change. */
export const defineRecords = <Query, Row, One extends { id: number }>(
  kind: RecordKind,
  { list, show }: Calls<Query, Row, One>,
  { carriedBy = [] }: Options = {},
) => {
  const one = (id: number) =>
    queryOptions({
      queryKey: [kind, 'one', id],
      queryFn: ({ signal }) => show(id, signal).then((answer) => answer.data),
    })
  const rows = (query: Query) =>
    queryOptions({
      queryKey: [kind, 'rows', query],
      queryFn: ({ signal }) => list(query, signal).then((answer) => answer.data),
    })
  /** Everything under the kind's key, but single records only where `shows` says so. */
  const askAgain = (shows: (id: unknown) => boolean): void => {
    void queryClient.invalidateQueries({
      queryKey: [kind],
      predicate: ({ queryKey: [, part, id] }) => part !== 'one' || shows(id),
    })
    for (const other of carriedBy) void queryClient.invalidateQueries({ queryKey: [other] })
  }
  return {
    /** a key of this kind beside those below */
    key: (...parts: readonly unknown[]) => [kind, ...parts],
    one,
    /** a page of a list with its total */
    page: (query: Query): ListQuery<Row> => ({
      queryKey: [kind, 'list', query],
      queryFn: ({ signal }) => list(query, signal),
    }),
    /** rows without a total */
    rows,
    /** rows that selectors offer: asked for once a minute at most, or when such records change */
    options: (query: Query) => ({ ...rows(query), staleTime: OPTIONS_STALE_MS }),
    /** asks again for everything that shows such records; of single records for that one, or for all */
    changed: (id?: number): void => askAgain((shown) => id === undefined || shown === id),
    /** takes the answer of a save as the record, and asks again for the rest */
    saved: (record: One): void => {
      queryClient.setQueryData(one(record.id).queryKey, record)
      askAgain(() => false)
    },
  }
}
