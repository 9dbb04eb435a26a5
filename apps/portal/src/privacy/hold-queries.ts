import { api, type Hold, type HoldKind, holdKinds, holdStates } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

export const holdRecords = defineRecords('holds', {
  list: (query: QueryOf<typeof api.holds.list>, signal) => client.call(api.holds.list, { query, signal }),
  show: (id, signal) => client.call(api.holds.show, { params: { id }, signal }),
})

type Filters = { 'filter.kind': HoldKind | null; 'filter.state': (typeof holdStates)[number] | null }
export type HoldsState = ListState<Filters>

export const holdsState = listState<Filters>({ 'filter.kind': oneOf(holdKinds), 'filter.state': oneOf(holdStates) }, [
  'id',
  'ends_at',
  'created_at',
])

export const holdsQuery = (state: HoldsState): ListQuery<Hold> => {
  const { 'filter.kind': kind, 'filter.state': is } = state
  return holdRecords.page(
    listQuery(state, { ...(kind === null ? {} : { kind: [kind] }), ...(is === null ? {} : { state: [is] }) }),
  )
}
