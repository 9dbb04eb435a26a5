import { api, type ServiceException } from '@ambit/contract'
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
