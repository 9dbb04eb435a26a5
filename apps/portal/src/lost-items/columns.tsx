import type { LostItem } from '@ambit/contract'
import { lostItemStatuses } from '../records/lost-items.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { lostItemStrings } from './strings.ts'

const words = lostItemStrings.columns

export const lostItemColumns: readonly Column<LostItem>[] = [
  { id: 'id', header: words.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'created_at',
    header: words.created_at,
    width: 172,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    type: 'datetime',
  },
  { id: 'what', header: words.what, width: 220, value: ({ what }) => what, primary: true },
  {
    id: 'state',
    header: words.state,
    width: 110,
    value: ({ state }) => state,
    sort: 'state',
    cell: ({ state }) => <RecordStatus of={lostItemStatuses} status={state} />,
  },
  {
    id: 'traveler_name',
    header: words.traveler_name,
    width: 150,
    value: ({ traveler_name }) => traveler_name,
    sort: 'traveler_name',
    guard: 'name',
  },
  {
    id: 'vehicle_number',
    header: words.vehicle_number,
    width: 110,
    value: ({ vehicle_number }) => vehicle_number,
    sort: 'vehicle_number',
  },
  {
    id: 'boarded_at',
    header: words.boarded_at,
    width: 172,
    value: ({ boarded_at }) => boarded_at,
    sort: 'boarded_at',
    type: 'datetime',
  },
  { id: 'left_where', header: words.left_where, width: 180, value: ({ left_where }) => left_where },
]
