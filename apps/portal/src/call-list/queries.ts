import { api, type CallTask, type CallTaskState } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export const callRecords = defineRecords('call-tasks', {
  list: (query: QueryOf<typeof api.callTasks.list>, signal) => client.call(api.callTasks.list, { query, signal }),
  show: (id, signal) => client.call(api.callTasks.show, { params: { id }, signal }),
})

export const callsChanged = (id: number): void => callRecords.changed(id)

/** What is over is looked up; without a choice it is what there is to do. */
export const endedStates = ['done', 'no_answer', 'expired'] as const satisfies readonly CallTaskState[]
const openStates: CallTaskState[] = ['open', 'taken']

type Filters = { 'filter.state': (typeof endedStates)[number] | null }
export type CallsState = ListState<Filters>
export const callsState = listState<Filters>({ 'filter.state': oneOf(endedStates) }, ['id', 'until'])
export const cleared = { search: '', 'filter.state': null } satisfies Partial<CallsState>
export const isFiltered = (state: CallsState): boolean => state['filter.state'] !== null

const regionOf = ({ region }: Scope) => (region === null ? {} : { region: [region] })

export const callsQuery = (state: CallsState, scope: Scope): ListQuery<CallTask> => {
  const ended = state['filter.state']
  return callRecords.page(listQuery(state, { ...regionOf(scope), state: ended === null ? openStates : [ended] }))
}

/** The badge counts to ten and says `10+`. */
const COUNTED = 50
/** The live stream does not say when a call comes back after five minutes. */
const ASK_AGAIN_MS = 30_000

/** Calls that no one has taken yet, on every page of the portal. */
export const waitingCallsQuery = (scope: Scope) =>
  queryOptions({
    ...callRecords.rows({ page: 1, per_page: COUNTED, filter: { ...regionOf(scope), state: ['open'] } }),
    refetchInterval: ASK_AGAIN_MS,
  })
