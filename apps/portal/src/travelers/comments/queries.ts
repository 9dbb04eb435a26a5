import { api } from '@ambit/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const COMMENTS = 'traveler-comments'
const PER_PAGE = 20

/** What was written about a passenger, the newest first. */
export const commentsQuery = (travelerId: number) =>
  infiniteQueryOptions({
    queryKey: [COMMENTS, travelerId],
    queryFn: ({ signal, pageParam }) =>
      client.call(api.travelerComments.list, {
        query: { page: pageParam, per_page: PER_PAGE, filter: { traveler: [travelerId] } },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * PER_PAGE < last.meta.total ? page + 1 : undefined),
  })

export const commentsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [COMMENTS] })
