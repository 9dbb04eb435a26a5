import {
  type Message,
  type MessageChannel,
  messageChannels,
  type MessageEvent,
  messageEvents,
  type MessageState,
  messageStates,
} from '@ambit/contract'
import { messageRecords } from '../records/messages.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange, momentsOf } from '../url/day-range.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = DayRange & {
  'filter.event': MessageEvent | null
  'filter.channel': MessageChannel | null
  'filter.state': MessageState | null
}
export type MessagesState = ListState<Filters>

export const messagesState = listState<Filters>(
  {
    ...dayRange,
    'filter.event': oneOf(messageEvents),
    'filter.channel': oneOf(messageChannels),
    'filter.state': oneOf(messageStates),
  },
  ['id', 'created_at'],
)

export const cleared = {
  search: '',
  'filter.from': null,
  'filter.to': null,
  'filter.event': null,
  'filter.channel': null,
  'filter.state': null,
} satisfies Partial<MessagesState>

export const isFiltered = (state: MessagesState): boolean =>
  state['filter.from'] !== null ||
  state['filter.to'] !== null ||
  state['filter.event'] !== null ||
  state['filter.channel'] !== null ||
  state['filter.state'] !== null

export const messagesQuery = (state: MessagesState, { region }: Scope): ListQuery<Message> => {
  const { 'filter.event': event, 'filter.channel': channel, 'filter.state': is } = state
  return messageRecords.page(
    listQuery(state, {
      ...(region === null ? {} : { region: [region] }),
      ...(event === null ? {} : { event: [event] }),
      ...(channel === null ? {} : { channel: [channel] }),
      ...(is === null ? {} : { state: [is] }),
      ...momentsOf(state),
    }),
  )
}
