import type { ZoneSolution } from '@ambit/contract'
import { zoneSolutionRecords } from '../records/zone-solutions.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'

export type SolutionsState = ListState<object>
export const solutionsState = listState<object>({}, ['id', 'zone_name', 'replanned_at'])

/** Of the region and the zones that the header looks at. */
export const solutionsQuery =
  ({ region, zone }: Scope) =>
  (state: SolutionsState): ListQuery<ZoneSolution> =>
    zoneSolutionRecords.page(
      listQuery(state, {
        ...(region === null ? {} : { region: [region] }),
        ...(zone.length === 0 ? {} : { zone: [...zone] }),
      }),
    )
