import { api, type DriverMessage } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange, momentsOf } from '../url/day-range.ts'
import type { Scope } from '../url/scope.ts'

export const DRIVER_MESSAGES = 'driver-messages'

export type DriverMessagesState = ListState<DayRange>
export const driverMessagesState = listState<DayRange>(dayRange, ['id', 'written_at'])
export const cleared = {
  search: '',
  'filter.from': null,
  'filter.to': null,
} satisfies Partial<DriverMessagesState>
export const isFiltered = (state: DriverMessagesState): boolean =>
  state['filter.from'] !== null || state['filter.to'] !== null

export const driverMessagesQuery = (state: DriverMessagesState, { region }: Scope): ListQuery<DriverMessage> => {
  const query = listQuery(state, { ...(region === null ? {} : { region: [region] }), ...momentsOf(state) })
  return {
    queryKey: [DRIVER_MESSAGES, 'list', query],
    queryFn: ({ signal }) => client.call(api.driverMessages.list, { query, signal }),
  }
}

export const threadQuery = (tripId: number) =>
  queryOptions({
    queryKey: [DRIVER_MESSAGES, 'thread', tripId],
    queryFn: ({ signal }) =>
      client.call(api.driverMessages.ofTrip, { params: { id: tripId }, signal }).then((answer) => answer.data),
  })
