import { api, type ServiceException } from '@ambit/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

const EXCEPTIONS = 'exceptions'

/** All that the user sees, of every region: so the alert and the lists of regions never differ. */
export const exceptionsQuery = queryOptions({
  queryKey: [EXCEPTIONS],
  queryFn: ({ signal }) => client.call(api.exceptions.list, { signal }).then((answer) => answer.data),
})

export const exceptionsChanged = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: [EXCEPTIONS] })

/** Those of the chosen region and zones, in the order that the server gives. */
export const within = (
  all: readonly ServiceException[],
  regionId: number | null,
  zones: readonly number[],
): ServiceException[] =>
  all.filter(
    ({ region_id, zone_id }) =>
      (regionId === null || region_id === regionId) && (zones.length === 0 || zones.includes(zone_id)),
  )
