import { api, type AuditKind } from '@ambit/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

export const auditRecords = defineRecords('audit-events', {
  list: (query: QueryOf<typeof api.auditEvents.list>, signal) => client.call(api.auditEvents.list, { query, signal }),
  show: (id, signal) => client.call(api.auditEvents.show, { params: { id }, signal }),
})

export const auditStateQuery = queryOptions({
  queryKey: auditRecords.key('state'),
  queryFn: ({ signal }) =>
    client.call(api.auditSeals.list, { query: { per_page: 1 }, signal }).then((answer) => answer.state),
  refetchInterval: 30_000,
})

const HISTORY_ROWS = 50

/** What changed a record and its parts, the newest first, page after page. */
export const historyQuery = (record_kind: AuditKind, record_id: string) =>
  infiniteQueryOptions({
    queryKey: auditRecords.key('history', record_kind, record_id),
    queryFn: ({ signal, pageParam: page }) =>
      client.call(api.recordVersions.list, { query: { record_kind, record_id, page, per_page: HISTORY_ROWS }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, _pages, page) => (page * HISTORY_ROWS < meta.total ? page + 1 : null),
  })

/** After an event, at a moment, or as the record is. */
export type Point = { event: number } | { at: string } | 'now'

/** `newest` is the record's last known event: what it is now changes with it. */
export const versionQuery = (record_kind: AuditKind, record_id: string, point: Point, newest: number | undefined) =>
  queryOptions({
    queryKey: auditRecords.key('version', record_kind, record_id, point, newest),
    queryFn: ({ signal }) =>
      client
        .call(api.recordVersions.show, {
          query: { record_kind, record_id, ...(point === 'now' ? {} : point) },
          signal,
        })
        .then((answer) => answer.data),
  })
