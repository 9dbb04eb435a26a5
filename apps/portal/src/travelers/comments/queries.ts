import { api, type TravelerComment } from '@ambit/contract'
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

/** Takes the answer of a save as the comment: what is done to it next is done to this version. */
export const commentSaved = (saved: TravelerComment): void => {
  queryClient.setQueryData(commentsQuery(saved.traveler_id).queryKey, (shown) =>
    shown === undefined
      ? undefined
      : {
          ...shown,
          pages: shown.pages.map((page) => ({
            ...page,
            data: page.data.map((comment) => (comment.id === saved.id ? saved : comment)),
          })),
        },
  )
}
