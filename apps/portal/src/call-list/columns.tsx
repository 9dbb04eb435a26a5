import type { CallTask } from '@ambit/contract'
import { messageEventWords } from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { callStatuses, holderOf } from './state.ts'
import { callStrings } from './strings.ts'

const words = callStrings.columns

export const callColumns: readonly Column<CallTask>[] = [
  { id: 'until', header: words.until, width: 172, value: ({ until }) => until, sort: 'until', type: 'datetime' },
  {
    id: 'passenger',
    header: words.passenger,
    width: 140,
    value: ({ traveler_name }) => traveler_name,
    primary: true,
    guard: 'name',
  },
  { id: 'phone', header: words.phone, width: 140, value: ({ phone_number }) => phone_number, guard: 'contact' },
  { id: 'event', header: words.event, width: 130, value: ({ event }) => messageEventWords[event] },
  { id: 'text', header: words.text, width: 280, value: ({ text }) => text },
  {
    id: 'state',
    header: words.state,
    width: 110,
    value: ({ state }) => state,
    cell: ({ state }) => <RecordStatus of={callStatuses} status={state} />,
  },
  { id: 'taken', header: words.taken, width: 130, value: (task) => holderOf(task, callStrings.colleague) },
  { id: 'attempts', header: words.attempts, width: 90, value: ({ attempts }) => attempts, type: 'number' },
  { id: 'region', header: words.region, width: 120, value: ({ region_name }) => region_name },
]
