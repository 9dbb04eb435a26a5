import { checkResults, type VehicleCheck, type VehicleChecklist } from '@ambit/contract'
import { checklistRecords, vehicleCheckRecords } from '../../records/vehicle-checks.ts'
import { listQuery, listState, type ListState } from '../../table/list-state.ts'
import type { ListQuery } from '../../table/use-list.ts'
import { optionalId } from '../../url/scope.ts'
import { oneOf } from '../../url/url-state.ts'

export const checklistsState = listState<object>({}, ['id', 'name', 'moment'])
export const checklistsQuery = (state: ListState<object>): ListQuery<VehicleChecklist> =>
  checklistRecords.page(listQuery(state, {}))

/** The region is the one that the header looks at. */
type Filters = { region: number | null; 'filter.result': VehicleCheck['result'] | null }
export type ChecksState = ListState<Filters>

export const checksState = listState<Filters>({ region: optionalId, 'filter.result': oneOf(checkResults) }, [
  'id',
  'done_at',
])

export const narrowing = ({ search, region, 'filter.result': result }: ChecksState) => ({
  ...(search === '' ? {} : { search }),
  filter: {
    ...(region === null ? {} : { region: [region] }),
    ...(result === null ? {} : { result: [result] }),
  },
})

export const checksQuery = (state: ChecksState): ListQuery<VehicleCheck> =>
  vehicleCheckRecords.page(listQuery(state, narrowing(state).filter))
