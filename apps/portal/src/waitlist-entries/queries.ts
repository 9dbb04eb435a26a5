import { type WaitlistEntry, type WaitlistState, waitlistStates } from '@ambit/contract'
import { waitlistRecords } from '../records/waitlist-entries.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export type WaitlistPageState = ListState<{ 'filter.state': WaitlistState | null }>

export const waitlistState = listState<{ 'filter.state': WaitlistState | null }>(
  { 'filter.state': oneOf(waitlistStates) },
  ['id', 'created_at', 'traveling_at', 'give_up_at', 'state', 'traveler_name'],
)

export const cleared = { search: '', 'filter.state': null } satisfies Partial<WaitlistPageState>

export const waitlistQuery = (state: WaitlistPageState, { region, zone }: Scope): ListQuery<WaitlistEntry> =>
  waitlistRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(zone.length === 0 ? {} : { zone: [...zone] }),
      ...(state['filter.state'] === null ? {} : { state: [state['filter.state']] }),
    }),
  )
