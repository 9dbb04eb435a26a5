import { type LostItem, type LostItemState, lostItemStates } from '@ambit/contract'
import { lostItemRecords } from '../records/lost-items.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export type LostItemsState = ListState<{ 'filter.state': LostItemState | null }>

export const lostItemsState = listState<{ 'filter.state': LostItemState | null }>(
  { 'filter.state': oneOf(lostItemStates) },
  ['id', 'created_at', 'boarded_at', 'state', 'vehicle_number', 'traveler_name'],
)

export const cleared = { search: '', 'filter.state': null } satisfies Partial<LostItemsState>

export const lostItemsQuery = (state: LostItemsState, { region }: Scope): ListQuery<LostItem> =>
  lostItemRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(state['filter.state'] === null ? {} : { state: [state['filter.state']] }),
    }),
  )
