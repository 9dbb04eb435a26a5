import {
  api,
  type ExceptionSeverity,
  exceptionKinds,
  type ExceptionKind,
  exceptionSeverities,
  type ServiceException,
} from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

const endedRecords = defineRecords('exceptions', {
  list: (query: QueryOf<typeof api.exceptions.ended>, signal) => client.call(api.exceptions.ended, { query, signal }),
  show: (id, signal) => client.call(api.exceptions.show, { params: { id }, signal }),
})

type Filters = { 'filter.kind': ExceptionKind | null; 'filter.severity': ExceptionSeverity | null }
type EndedState = ListState<Filters>
export const endedState = listState<Filters>(
  { 'filter.kind': oneOf(exceptionKinds), 'filter.severity': oneOf(exceptionSeverities) },
  ['id', 'resolved_at', 'opened_at'],
)
export const cleared = { search: '', 'filter.kind': null, 'filter.severity': null } satisfies Partial<EndedState>
export const isEndedFiltered = (state: EndedState): boolean =>
  state['filter.kind'] !== null || state['filter.severity'] !== null

const placeOf = ({ region, zone }: Scope) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(zone.length === 0 ? {} : { zone: [...zone] }),
})

export const endedQuery = (state: EndedState, scope: Scope): ListQuery<ServiceException> => {
  const { 'filter.kind': kind, 'filter.severity': severity } = state
  return endedRecords.page(
    listQuery(state, {
      ...placeOf(scope),
      ...(kind === null ? {} : { kind: [kind] }),
      ...(severity === null ? {} : { severity: [severity] }),
    }),
  )
}

/** Who is on duty in every region that the user sees; asked again because what interrupted grows old. */
export const watchesQuery = queryOptions({
  queryKey: ['exceptions', 'watches'],
  queryFn: ({ signal }) => client.call(api.watches.list, { query: {}, signal }),
  refetchInterval: 60_000,
})

const RULES = 'exception-rules'
export const rulesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [RULES, scope],
    queryFn: ({ signal }) =>
      client.call(api.exceptionRules.list, { query: { filter: placeOf(scope) }, signal }).then((answer) => answer.data),
  })
export const rulesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [RULES] })
