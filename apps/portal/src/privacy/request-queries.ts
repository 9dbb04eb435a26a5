import {
  api,
  type PrivacyRequest,
  type PrivacyRequestKind,
  privacyRequestKinds,
  type PrivacyRequestState,
  privacyRequestStates,
} from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

export const requestRecords = defineRecords('privacy-requests', {
  list: (query: QueryOf<typeof api.privacyRequests.list>, signal) =>
    client.call(api.privacyRequests.list, { query, signal }),
  show: (id, signal) => client.call(api.privacyRequests.show, { params: { id }, signal }),
})

type Filters = { 'filter.kind': PrivacyRequestKind | null; 'filter.state': PrivacyRequestState | null }
export type RequestsState = ListState<Filters>

export const requestsState = listState<Filters>(
  { 'filter.kind': oneOf(privacyRequestKinds), 'filter.state': oneOf(privacyRequestStates) },
  ['id', 'received_on', 'due_on'],
)

export const requestsQuery = (state: RequestsState): ListQuery<PrivacyRequest> => {
  const { 'filter.kind': kind, 'filter.state': is } = state
  return requestRecords.page(
    listQuery(state, { ...(kind === null ? {} : { kind: [kind] }), ...(is === null ? {} : { state: [is] }) }),
  )
}
