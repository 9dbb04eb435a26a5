import { type Codec, count, oneNumberOf, text, type UrlState, type UrlValue, urlState } from '../url/url-state.ts'

export const pageSizes = [10, 25, 50] as const
export type PageSize = (typeof pageSizes)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 25
/** page numbers in the pager */
export const PAGER_PAGES = 5

export type ListState<F> = F & { page: number; per_page: PageSize; search: string; sort: string | null }

/** The server's sort key, `-` first for descending; null is the server's own order. */
const sortOf = (keys: readonly string[]): UrlValue<string | null> => ({
  read: (value) => (value !== undefined && keys.includes(value.replace(/^-/, '')) ? value : null),
  write: (value) => value ?? undefined,
})

/** What a list asks the server: nothing is sent for what is not set, so that equal questions are equal keys. */
export const listQuery = <F extends object>({ page, per_page, search, sort }: ListState<unknown>, filter: F) => ({
  page,
  per_page,
  ...(search === '' ? {} : { search }),
  ...(sort === null ? {} : { sort }),
  ...(Object.keys(filter).length === 0 ? {} : { filter }),
})

/** Everything that a list page keeps in the address: page, size, search, sort, and the module's own filters. */
export const listState = <F extends object>(
  filters: Codec<F>,
  sortKeys: readonly string[],
  perPage: PageSize = DEFAULT_PAGE_SIZE,
): UrlState<ListState<F>> =>
  // The parts together have every key of the whole; TypeScript cannot see through the generic filters.
  urlState<ListState<F>>({
    page: count(1),
    per_page: oneNumberOf(pageSizes, perPage),
    search: text(),
    sort: sortOf(sortKeys),
    ...filters,
  } as Codec<ListState<F>>)

/** No order, then up, then down, then no order again. */
export const nextSort = (current: string | null, key: string): string | null => {
  if (current === key) return `-${key}`
  return current === `-${key}` ? null : key
}

export const sortDirection = (current: string | null, key: string | undefined): 'ascending' | 'descending' | 'none' => {
  if (key !== undefined && current === key) return 'ascending'
  return key !== undefined && current === `-${key}` ? 'descending' : 'none'
}

/** The numbers of the pager: at most five, around the current page. */
export const pagerPages = (page: number, pages: number): number[] => {
  const shown = Math.min(PAGER_PAGES, pages)
  const first = Math.max(1, Math.min(page - Math.floor(PAGER_PAGES / 2), pages - shown + 1))
  return Array.from({ length: shown }, (_, index) => first + index)
}

export const pageCount = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

const POLL_MS = 10_000

/** Polling pauses while filters, a search or a selection are active: rows must not move under a hand. */
export const pollInterval = (active: { filters: boolean; search: boolean; selection: boolean }): number | false =>
  active.filters || active.search || active.selection ? false : POLL_MS
