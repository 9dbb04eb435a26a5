import { api, type Notice, type NoticeDraft, type NoticeState, noticeStates } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import type { Statuses } from '../records/status.tsx'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export const noticeRecords = defineRecords('notices', {
  list: (query: QueryOf<typeof api.notices.list>, signal) => client.call(api.notices.list, { query, signal }),
  show: (id, signal) => client.call(api.notices.show, { params: { id }, signal }),
})

export const noticeStatuses = {
  planned: { text: 'Planned', tone: 'info' },
  shown: { text: 'Shown', tone: 'success' },
  over: { text: 'Over', tone: 'neutral' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
} as const satisfies Statuses<NoticeState>

type Filters = { 'filter.state': NoticeState | null }
export type NoticesState = ListState<Filters>
export const noticesState = listState<Filters>({ 'filter.state': oneOf(noticeStates) }, [
  'id',
  'created_at',
  'valid_from',
  'valid_until',
])
export const cleared = { search: '', 'filter.state': null } satisfies Partial<NoticesState>

export const noticesQuery = (state: NoticesState, { region }: Scope): ListQuery<Notice> =>
  noticeRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(state['filter.state'] === null ? {} : { state: [state['filter.state']] }),
    }),
  )

/** Whom it would be sent to, asked for when it is shown. */
export const reachQuery = (draft: NoticeDraft) =>
  queryOptions({
    queryKey: noticeRecords.key('reach', draft),
    queryFn: ({ signal }) => client.call(api.notices.reach, { body: draft, signal }).then(({ data }) => data),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

const asked = /^(trip|road)\.(\d+)$/

/** `trip.12`: of a cancelled trip; `road.7`: of a closed road; null: of nothing. */
export const preparedQuery = (of: string) => {
  const [, kind, id] = asked.exec(of) ?? []
  return queryOptions({
    queryKey: noticeRecords.key('prepared', of),
    queryFn: async ({ signal }): Promise<NoticeDraft | null> => {
      if (kind === undefined) return null
      const query = kind === 'trip' ? { trip_id: Number(id) } : { road_closure_id: Number(id) }
      return (await client.call(api.notices.prepared, { query, signal })).data
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}
