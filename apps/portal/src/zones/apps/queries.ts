import type { ConsumerApp } from '@ambit/contract'
import { consumerAppRecords } from '../../records/consumer-apps.ts'
import { listQuery, listState, type ListState } from '../../table/list-state.ts'
import type { ListQuery } from '../../table/use-list.ts'

export const appsState = listState({}, ['id', 'name'])

export const appsQuery = (state: ListState<object>): ListQuery<ConsumerApp> =>
  consumerAppRecords.page(listQuery(state, {}))
