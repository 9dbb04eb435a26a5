import type { Broadcast } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { broadcastStrings as words } from './broadcast-strings.ts'

const { columns } = words

export const placeOf = ({ region_name, zone_name }: Pick<Broadcast, 'region_name' | 'zone_name'>): string =>
  zone_name ?? words.everywhere(region_name)

export const broadcastColumns: readonly Column<Broadcast>[] = [
  { id: 'id', header: columns.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'created_at',
    header: columns.created_at,
    width: 172,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    type: 'datetime',
  },
  { id: 'text', header: columns.text, width: 380, value: ({ text }) => text, primary: true },
  { id: 'place', header: columns.place, width: 180, value: placeOf },
  {
    id: 'read',
    header: columns.read,
    width: 90,
    value: ({ drivers }) => words.readBy(drivers.filter(({ read_at }) => read_at !== null).length, drivers.length),
  },
  { id: 'by', header: columns.by, width: 150, value: ({ dispatcher_name }) => dispatcher_name },
]
