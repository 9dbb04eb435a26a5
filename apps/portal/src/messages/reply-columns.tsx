import type { SmsReply } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { replyStrings as words } from './reply-strings.ts'

const { columns } = words

export const answerOf = ({ answer, answer_state }: SmsReply): string | null =>
  answer === null || answer_state === null ? null : `${answer} (${words.answerStates[answer_state]})`

/** Null where nobody has to read it. */
export const readerOf = ({ kind, read_at, user_name }: SmsReply): string | null => {
  if (kind !== 'other') return null
  return read_at === null ? words.states.unread : (user_name ?? words.states.read)
}

export const replyColumns: readonly Column<SmsReply>[] = [
  { id: 'id', header: columns.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'received_at',
    header: columns.received_at,
    width: 172,
    value: ({ received_at }) => received_at,
    sort: 'received_at',
    type: 'datetime',
  },
  {
    id: 'passenger',
    header: columns.passenger,
    width: 150,
    value: ({ traveler_name }) => traveler_name ?? words.nobody,
    primary: true,
    guard: 'name',
  },
  { id: 'text', header: columns.text, width: 280, value: ({ text }) => text },
  { id: 'read', header: columns.read, width: 130, value: readerOf },
  { id: 'kind', header: columns.kind, width: 90, value: ({ kind }) => words.kinds[kind] },
  { id: 'recipient', header: columns.recipient, width: 150, value: ({ recipient }) => recipient, guard: 'contact' },
  { id: 'answer', header: columns.answer, width: 260, value: answerOf },
  { id: 'region', header: columns.region, width: 120, value: ({ region_name }) => region_name },
]
