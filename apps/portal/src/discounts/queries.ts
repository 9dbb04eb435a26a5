import { type Discount, type DiscountStatus, discountStatuses } from '@ambit/contract'
import { discountRecords } from '../records/discounts.ts'
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

export const discountsQuery = (state: DiscountsState): ListQuery<Discount> => {
  const status = state['filter.status']
  return discountRecords.page(listQuery(state, status === null ? {} : { status: [status] }))
}
