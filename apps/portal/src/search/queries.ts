import { api, type SearchType } from '@ambit/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

export const SEARCH_PAGE_SIZE = 10
export const SEARCH_DEBOUNCE_MS = 500

type Asked = { type: SearchType | null; query: string; page: number; per_page?: number; region: number | null }

/** Without a type: of every kind. Nothing is sent before it is `enabled`. */
export const searchQuery = ({ type, query, page, per_page = SEARCH_PAGE_SIZE, region }: Asked, enabled: boolean) =>
  queryOptions({
    queryKey: ['search', type, query, page, per_page, region],
    queryFn: ({ signal }) =>
      client.call(api.search.find, {
        query: {
          query,
          page,
          per_page,
          ...(type === null ? {} : { type: [type] }),
          ...(region === null ? {} : { region: [region] }),
        },
        signal,
      }),
    enabled,
    placeholderData: keepPreviousData,
  })
