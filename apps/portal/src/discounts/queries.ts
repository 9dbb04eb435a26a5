import { api, type Discount, type DiscountStatus, discountStatuses } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = { 'filter.status': DiscountStatus | null }
export type DiscountsState = ListState<Filters>

export const discountsState = listState<Filters>({ 'filter.status': oneOf(discountStatuses) }, [
  'id',
  'name',
  'code',
  'discount_type',
  'discount_amount',
  'activation_datetime',
  'expiration_datetime',
  'status',
])

const ROOT = 'discounts'

export const discountsQuery = (state: DiscountsState): ListQuery<Discount> => {
  const status = state['filter.status']
  const query = listQuery(state, status === null ? {} : { status: [status] })
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.discounts.list, { query, signal }),
  }
}

export const discountQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.discounts.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Every list is asked again; one discount is asked again where it is shown. */
export const discountsChanged = (id?: number): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'list'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: discountQuery(id).queryKey })
}

export const discountSaved = (discount: Discount): void => {
  queryClient.setQueryData(discountQuery(discount.id).queryKey, discount)
  discountsChanged()
}
