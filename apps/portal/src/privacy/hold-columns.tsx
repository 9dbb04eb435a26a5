import type { Hold } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { heldWords, holdStateWords, holdStrings, stateOf } from './hold-strings.ts'

const words = holdStrings.columns

export const holdColumns = (date: (day: string) => string): readonly Column<Hold>[] => [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'held', header: words.kind, width: 190, value: (hold) => heldWords(hold, date), primary: true },
  {
    id: 'state',
    header: words.state,
    width: 110,
    value: stateOf,
    cell: (hold) => <RecordStatus of={holdStateWords} status={stateOf(hold)} />,
  },
  { id: 'reason', header: words.reason, width: 280, value: ({ reason }) => reason },
  {
    id: 'ends_at',
    header: words.ends_at,
    width: 190,
    value: ({ ends_at }) => ends_at,
    sort: 'ends_at',
    type: 'datetime',
  },
  { id: 'ended_at', header: words.ended_at, width: 190, value: ({ ended_at }) => ended_at, type: 'datetime' },
  { id: 'created_by', header: words.created_by, width: 180, value: ({ created_by_name }) => created_by_name },
  {
    id: 'created_at',
    header: words.created_at,
    width: 190,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    type: 'datetime',
  },
]
