import type { StatusIncident } from '@ambit/contract'
import { incidentRecords } from '../records/status-incidents.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'

export type IncidentsState = ListState<object>

export const incidentsState = listState<object>({}, ['id', 'title', 'starts_at', 'ends_at'])

export const incidentsQuery = (state: IncidentsState): ListQuery<StatusIncident> =>
  incidentRecords.page(listQuery(state, {}))
