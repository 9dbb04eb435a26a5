import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormat } from '../settings/format.ts'
import { type UrlState, useUrlState } from '../url/url-state.ts'
import { type ListState, pageCount, pollInterval } from './list-state.ts'
import { tableStrings } from './strings.ts'

type Answer<R> = { data: R[]; meta: { total: number } }

export type ListQuery<R> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer<R>>
}

type Options<F, R> = {
  state: UrlState<ListState<F>>
  query: (state: ListState<F>) => ListQuery<R>
  /** whether a filter of the module is set */
  filtered: (state: ListState<F>) => boolean
}

export type List<F, R> = {
  state: ListState<F>
  /** merges into the address; anything but the page itself goes back to page 1 */
  change: (change: Partial<ListState<F>>, options?: { replace?: boolean }) => void
  rows: readonly R[]
  total: number | null
  /** the total in words, for the page's header */
  count: string | null
  /** nothing has come yet */
  pending: boolean
  /** newer rows are on their way, or the shown ones belong to the page before */
  fetching: boolean
  error: Error | null
  /** when the shown rows came, in epoch milliseconds of this machine */
  updatedAt: number
  retry: () => void
  selection: ReadonlySet<number>
  select: (ids: ReadonlySet<number>) => void
  /** search or filters are set */
  narrowed: boolean
}

/** One list page's state, rows and selection. */
export const useList = <F extends object, R extends { id: number }>({
  state: codec,
  query,
  filtered,
}: Options<F, R>): List<F, R> => {
  const [state, setState] = useUrlState(codec)
  const [selection, select] = useState<ReadonlySet<number>>(new Set())
  const format = useFormat()
  const active = { filters: filtered(state), search: state.search !== '', selection: selection.size > 0 }
  const result = useQuery({
    ...query(state),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(active),
  })
  const total = result.data?.meta.total ?? null
  const last = total === null || result.isFetching ? state.page : pageCount(total, state.per_page)
  useEffect(() => {
    // `page` is a value of every list's state; TypeScript cannot see that through the generic filters.
    if (state.page > last) setState({ page: last } as Partial<ListState<F>>, { replace: true })
  }, [state.page, last, setState])
  return {
    state,
    change: (change, options) => {
      const turns = Object.keys(change).every((key) => key === 'page')
      // `page: 1` is a value of every list's state; TypeScript cannot see that through the generic filters.
      setState(turns ? change : ({ ...change, page: 1 } as Partial<ListState<F>>), options)
    },
    rows: result.data?.data ?? [],
    total,
    count: total === null ? null : tableStrings.total(format.number(total)),
    pending: result.isPending,
    fetching: result.isFetching,
    error: result.error,
    updatedAt: result.dataUpdatedAt,
    retry: () => void result.refetch(),
    selection,
    select,
    narrowed: active.filters || active.search,
  }
}
