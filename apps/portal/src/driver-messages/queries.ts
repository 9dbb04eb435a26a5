import { api, type DriverMessage } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange, momentsOf } from '../url/day-range.ts'
import type { Scope } from '../url/scope.ts'

export const DRIVER_MESSAGES = 'driver-messages'
/** How often it is said, and asked, who is still answering. */
export const ANSWERING_MS = 15_000

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
      client
        .call(api.driverMessages.ofTrip, { params: { id: tripId }, signal })
        .then(({ data, meta }) => ({ messages: data, answering: meta.answering })),
    // Nothing tells that somebody has gone away while writing.
    refetchInterval: ({ state }) => ((state.data?.answering.length ?? 0) > 0 ? ANSWERING_MS : false),
  })

/** The badge counts to ten and says `10+`. */
const COUNTED = 50
const HOUR_MS = 3_600_000
/** What is older is no news on every page. */
const NEWS_HOURS = 24

/** What drivers wrote in the last day and nobody has read. */
export const newMessagesQuery = ({ region }: Scope, now: Date) => {
  // By full hours, so that it is the same question for a while.
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const date_range: [string, string] = [
    new Date(hour - NEWS_HOURS * HOUR_MS).toISOString(),
    new Date(hour + NEWS_HOURS * HOUR_MS).toISOString(),
  ]
  const filter = { ...(region === null ? {} : { region: [region] }), unread: 'driver' as const, date_range }
  return queryOptions({
    queryKey: [DRIVER_MESSAGES, 'new', filter],
    queryFn: ({ signal }) =>
      client
        .call(api.driverMessages.list, { query: { page: 1, per_page: COUNTED, filter }, signal })
        .then(({ data }) => data),
  })
}
