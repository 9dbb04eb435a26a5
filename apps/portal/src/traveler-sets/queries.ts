import type { TravelerSetRecord } from '@ambit/contract'
import { travelerSetRecords } from '../records/traveler-sets.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { optionalId } from '../url/scope.ts'

/** The region is the one that the header looks at. */
type Filters = { region: number | null }
export type TravelerSetsState = ListState<Filters>

export const travelerSetsState = listState<Filters>({ region: optionalId }, ['id', 'name', 'created_at'])

export const travelerSetsQuery = (state: TravelerSetsState): ListQuery<TravelerSetRecord> =>
  travelerSetRecords.page(listQuery(state, state.region === null ? {} : { region: [state.region] }))
