import { api, type ExceptionMute, type ServiceException } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'

const EXCEPTIONS = 'exceptions'

/** All that the user sees, of every region: so page, panel, alert and badge never differ. */
export const exceptionsQuery = queryOptions({
  queryKey: [EXCEPTIONS, 'open'],
  queryFn: ({ signal }) => client.call(api.exceptions.list, { signal }),
})

export const exceptionQuery = (id: number) =>
  queryOptions({
    queryKey: [EXCEPTIONS, 'one', id],
    queryFn: ({ signal }) => client.call(api.exceptions.show, { params: { id }, signal }).then((answer) => answer.data),
  })

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [EXCEPTIONS, 'history', id],
    queryFn: ({ signal }) =>
      client.call(api.exceptions.history, { params: { id }, signal }).then((answer) => answer.data),
  })

/** What is muted in every region that the user sees. */
export const mutesQuery = queryOptions({
  queryKey: [EXCEPTIONS, 'mutes'],
  queryFn: ({ signal }) => client.call(api.exceptionMutes.list, { query: {}, signal }).then((answer) => answer.data),
})

/** Who may answer exceptions of a region, besides the user. */
export const peopleQuery = (regionId: number | null) =>
  queryOptions({
    queryKey: [EXCEPTIONS, 'people', regionId],
    queryFn: ({ signal }) =>
      client
        .call(api.watches.people, { query: regionId === null ? {} : { region_id: regionId }, signal })
        .then((answer) => answer.data),
  })

export const exceptionsChanged = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: [EXCEPTIONS] })

/** Those of the chosen region and zones that follow from no other, in the order that the server gives. */
export const within = (
  all: readonly ServiceException[],
  regionId: number | null,
  zones: readonly number[],
): ServiceException[] => {
  const open = new Set(all.map(({ id }) => id))
  return all.filter(
    ({ region_id, zone_id, parent_id }) =>
      (parent_id === null || !open.has(parent_id)) &&
      (zone_id === null ||
        ((regionId === null || region_id === regionId) && (zones.length === 0 || zones.includes(zone_id)))),
  )
}

export const childrenOf = (all: readonly ServiceException[], id: number): ServiceException[] =>
  all.filter(({ parent_id }) => parent_id === id)

/** What interrupts, and the badge counts. */
export const isPressing = ({ severity, state }: ServiceException): boolean =>
  severity !== 'watch' && (state === 'open' || state === 'acknowledged')

/** It interrupts nobody for the time being. */
export const isMutedBy = (
  { kind, zone_id }: Pick<ServiceException, 'kind' | 'zone_id'>,
  mute: ExceptionMute,
  now: Date,
): boolean => mute.kind === kind && mute.zone_id === zone_id && Date.parse(mute.until) > now.getTime()

const STALE_MS = 8 * 3_600_000

/** Nobody has touched it for eight hours. */
export const isStale = ({ state, touched_at }: ServiceException, now: Date): boolean =>
  state === 'open' && now.getTime() - Date.parse(touched_at) >= STALE_MS
