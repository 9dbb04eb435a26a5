import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

/** Every region that the user may see, for selectors and names. */
export const regionOptionsQuery = queryOptions({
  queryKey: ['regions', 'options'],
  queryFn: ({ signal }) =>
    client.call(api.regions.list, { query: { page: 1, per_page: 1000 }, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})
