import { api, type SmsReply, type SmsReplyKind, smsReplyKinds, smsReplyStates } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export const replyRecords = defineRecords('sms-replies', {
  list: (query: QueryOf<typeof api.smsReplies.list>, signal) => client.call(api.smsReplies.list, { query, signal }),
  show: (id, signal) => client.call(api.smsReplies.show, { params: { id }, signal }),
})

type Filters = { 'filter.kind': SmsReplyKind | null; 'filter.state': (typeof smsReplyStates)[number] | null }
export type RepliesState = ListState<Filters>
export const repliesState = listState<Filters>(
  { 'filter.kind': oneOf(smsReplyKinds), 'filter.state': oneOf(smsReplyStates) },
  ['id', 'received_at'],
)
export const cleared = { search: '', 'filter.kind': null, 'filter.state': null } satisfies Partial<RepliesState>
export const isFiltered = (state: RepliesState): boolean =>
  state['filter.kind'] !== null || state['filter.state'] !== null

const regionOf = ({ region }: Scope) => (region === null ? {} : { region: [region] })

export const repliesQuery = (state: RepliesState, scope: Scope): ListQuery<SmsReply> => {
  const { 'filter.kind': kind, 'filter.state': is } = state
  return replyRecords.page(
    listQuery(state, {
      ...regionOf(scope),
      ...(kind === null ? {} : { kind: [kind] }),
      ...(is === null ? {} : { state: [is] }),
    }),
  )
}

/** How many replies nobody has read. */
export const unreadRepliesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: replyRecords.key('unread', scope.region),
    queryFn: ({ signal }) =>
      client
        .call(api.smsReplies.list, {
          query: { per_page: 1, filter: { ...regionOf(scope), state: ['unread'] } },
          signal,
        })
        .then(({ meta }) => meta.total),
  })
