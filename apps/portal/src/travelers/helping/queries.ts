import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const HELPERS = 'traveler-helpers'
const all = { page: 1, per_page: 1000 }

/** Who helps the passenger, and whom the passenger helps. */
export const helpersQuery = (travelerId: number) =>
  queryOptions({
    queryKey: [HELPERS, travelerId],
    queryFn: ({ signal }) =>
      client
        .call(api.travelerHelpers.list, { query: { ...all, filter: { traveler: [travelerId] } }, signal })
        .then((answer) => answer.data),
  })

export const helpersChanged = (): void => void queryClient.invalidateQueries({ queryKey: [HELPERS] })
