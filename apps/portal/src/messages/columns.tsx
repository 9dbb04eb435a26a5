import type { Message } from '@ambit/contract'
import { messageChannelWords, messageEventWords, messageStatuses } from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { messageStrings } from './strings.ts'

const words = messageStrings.columns

export const messageColumns: readonly Column<Message>[] = [
  { id: 'id', header: words.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'created_at',
    header: words.created_at,
    width: 172,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    type: 'datetime',
  },
  {
    id: 'passenger',
    header: words.passenger,
    width: 132,
    value: ({ traveler_name, to_helper, to_representative }) =>
      to_helper
        ? messageStrings.toHelper(traveler_name)
        : to_representative
          ? messageStrings.toRepresentative(traveler_name)
          : traveler_name,
    primary: true,
    guard: 'name',
  },
  { id: 'event', header: words.event, width: 160, value: ({ event }) => messageEventWords[event] },
  {
    id: 'state',
    header: words.state,
    width: 122,
    value: ({ state }) => state,
    cell: ({ state }) => <RecordStatus of={messageStatuses} status={state} />,
  },
  {
    id: 'channel',
    header: words.channel,
    width: 80,
    value: ({ channel }) => (channel === null ? null : messageChannelWords[channel]),
  },
  { id: 'text', header: words.text, width: 240, value: ({ subject, text }) => subject ?? text },
  { id: 'recipient', header: words.recipient, width: 190, value: ({ recipient }) => recipient, guard: 'contact' },
  { id: 'attempts', header: words.attempts, width: 90, value: ({ attempts }) => attempts, type: 'number' },
]
