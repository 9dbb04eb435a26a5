import type { Driver } from '@ambit/contract'
import { driverRecords } from '../records/drivers.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = { 'filter.approved': 'true' | 'false' | null }
export type DriversState = ListState<Filters>

export const driversState = listState<Filters>({ 'filter.approved': oneOf(['true', 'false']) }, [
  'id',
  'first_name',
  'last_name',
  'username',
  'email',
  'status',
])

export const driversQuery = (state: DriversState): ListQuery<Driver> => {
  const approved = state['filter.approved']
  return driverRecords.page(listQuery(state, approved === null ? {} : { approved }))
}
