import {
  api,
  type ExceptionSeverity,
  exceptionKinds,
  type ExceptionKind,
  type ExceptionRule,
  exceptionSeverities,
  type ResponseFigure,
  responseFigures,
  type ServiceException,
} from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { defineRecords, type QueryOf } from '../records/define-records.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange, momentsOf } from '../url/day-range.ts'
import { optionalId, type Scope } from '../url/scope.ts'
import { oneOf, text } from '../url/url-state.ts'
import { type OwnerFilter, ownerValue } from './filters.ts'

const endedRecords = defineRecords('exceptions', {
  list: (query: QueryOf<typeof api.exceptions.ended>, signal) => client.call(api.exceptions.ended, { query, signal }),
  show: (id, signal) => client.call(api.exceptions.show, { params: { id }, signal }),
})

type Filters = DayRange & {
  'filter.kind': ExceptionKind | null
  'filter.severity': ExceptionSeverity | null
  /** from a figure of the response times */
  'filter.figure': ResponseFigure | null
  'filter.hour': string
  'filter.person': number | null
  'filter.owner': OwnerFilter | null
}
type EndedState = ListState<Filters>
export const endedState = listState<Filters>(
  {
    ...dayRange,
    'filter.kind': oneOf(exceptionKinds),
    'filter.severity': oneOf(exceptionSeverities),
    'filter.figure': oneOf(responseFigures),
    'filter.hour': text(),
    'filter.person': optionalId,
    'filter.owner': ownerValue,
  },
  ['id', 'resolved_at', 'opened_at'],
)
/** What a figure of the response times has chosen. */
export const allFigures = {
  'filter.figure': null,
  'filter.hour': '',
  'filter.person': null,
} satisfies Partial<EndedState>
export const cleared = {
  search: '',
  'filter.from': null,
  'filter.to': null,
  'filter.kind': null,
  'filter.severity': null,
  'filter.owner': null,
  ...allFigures,
} satisfies Partial<EndedState>
export const isOfFigure = (state: EndedState): boolean =>
  state['filter.figure'] !== null || state['filter.hour'] !== '' || state['filter.person'] !== null
export const isEndedFiltered = (state: EndedState): boolean =>
  state['filter.kind'] !== null ||
  state['filter.severity'] !== null ||
  state['filter.owner'] !== null ||
  state['filter.from'] !== null ||
  state['filter.to'] !== null ||
  isOfFigure(state)

const placeOf = ({ region, zone }: Scope) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(zone.length === 0 ? {} : { zone: [...zone] }),
})

const narrowed = (state: EndedState, scope: Scope, me: number | null) => {
  const { 'filter.kind': kind, 'filter.severity': severity, 'filter.figure': figure } = state
  const { 'filter.hour': hour, 'filter.person': person, 'filter.owner': owner } = state
  return {
    ...placeOf(scope),
    ...(kind === null ? {} : { kind: [kind] }),
    ...(severity === null ? {} : { severity: [severity] }),
    ...(figure === null ? {} : { figure: [figure] }),
    ...(/^\d{1,2}$/.test(hour) ? { hour: [hour] } : {}),
    ...(person === null ? {} : { person: [person] }),
    ...(owner === null
      ? {}
      : { owner: [owner === 'mine' ? (me ?? 'nobody') : owner === 'nobody' ? owner : Number(owner)] }),
    ...momentsOf(state),
  }
}

export const endedQuery = (state: EndedState, scope: Scope, me: number | null): ListQuery<ServiceException> =>
  endedRecords.page(listQuery(state, narrowed(state, scope, me)))

/** The same as a file, without its pages. */
export const exportEnded = async (state: EndedState, scope: Scope, me: number | null): Promise<Blob> => {
  const query = { search: state.search, filter: narrowed(state, scope, me) }
  return (await client.fetch(api.exceptions.export, { query })).blob()
}

/** Of the chosen place and days; the last seven days unless days are chosen. */
export const responseQuery = (scope: Scope, range: DayRange) =>
  queryOptions({
    queryKey: ['exceptions', 'response', scope, range],
    queryFn: ({ signal }) =>
      client
        .call(api.exceptions.responseTimes, { query: { filter: { ...placeOf(scope), ...momentsOf(range) } }, signal })
        .then((answer) => answer.data),
  })

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
/** What a rule would have raised; null: it cannot be tried as it is. */
export const rulePreviewQuery = ({ zone_id, kind, watch, soon, urgent }: ExceptionRule, on: boolean) =>
  queryOptions({
    queryKey: [RULES, 'preview', zone_id, kind, watch, soon, urgent],
    queryFn: ({ signal }) => {
      const given = Object.entries({ watch, soon, urgent }).filter(([, minutes]) => minutes !== null)
      const query = { zone_id, kind, ...Object.fromEntries(given) }
      return client.call(api.exceptionRules.preview, { query, signal }).then(({ data }) => data)
    },
    enabled: on,
    retry: false,
  })
export const causesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['exceptions', 'causes', scope],
    queryFn: ({ signal }) =>
      client
        .call(api.exceptionRules.causes, { query: { filter: placeOf(scope) }, signal })
        .then((answer) => answer.data),
  })

export const rulesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [RULES] })

/** Passengers whom a search finds. */
export const passengersQuery = (search: string) =>
  queryOptions({
    queryKey: ['travelers', 'to-link', search],
    queryFn: ({ signal }) =>
      client.call(api.travelers.list, { query: { search, per_page: 20 }, signal }).then(({ data }) => data),
    enabled: search !== '',
  })
