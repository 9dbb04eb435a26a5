import type { Suspension } from '@ambit/contract'
import { suspensionRecords } from '../records/suspensions.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

export const standings = ['open', 'record'] as const
type Filters = { 'filter.standing': (typeof standings)[number] | null }
type PageState = ListState<Filters>

export const suspensionsState = listState<Filters>({ 'filter.standing': oneOf(standings) }, [
  'id',
  'proposed_at',
  'begins_on',
  'traveler_name',
  'region_name',
])

export const cleared = { search: '', 'filter.standing': null } satisfies Partial<PageState>

export const suspensionsQuery = (state: PageState, { region }: Scope): ListQuery<Suspension> => {
  const standing = state['filter.standing']
  return suspensionRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(standing === null ? {} : { standing }),
    }),
  )
}
