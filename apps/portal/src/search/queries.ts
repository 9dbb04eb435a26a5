import { api, type SearchType } from '@ambit/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

export const SEARCH_PAGE_SIZE = 10
export const SEARCH_DEBOUNCE_MS = 500

type Asked = { type: SearchType | null; query: string; page: number; region: number | null }

/** No request is sent before an entity is chosen and the words are long enough. */
export const searchQuery = ({ type, query, page, region }: Asked, enabled: boolean) =>
  queryOptions({
    queryKey: ['search', type, query, page, region],
    queryFn: ({ signal }) =>
      client.call(api.search.find, {
        query: {
          query,
          page,
          per_page: SEARCH_PAGE_SIZE,
          ...(type === null ? {} : { type: [type] }),
          ...(region === null ? {} : { region: [region] }),
        },
        signal,
      }),
    enabled: enabled && type !== null,
    placeholderData: keepPreviousData,
  })
