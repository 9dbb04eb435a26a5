import { useFormat } from '../settings/format.ts'
import type { Zone } from '@ambit/contract'
import { zoneStatuses } from '../records/zones.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { zoneStrings } from './strings.ts'

const Price = ({ amount }: { amount: number }) => <span className="numbers">{useFormat().money(amount)}</span>

const words = zoneStrings.columns

export const zoneColumns: readonly Column<Zone>[] = [
  { id: 'id', header: words.id, width: 60, value: (zone) => zone.id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 150, value: (zone) => zone.name, sort: 'name', primary: true },
  {
    id: 'status',
    header: words.status,
    width: 100,
    value: (zone) => zone.status,
    cell: (zone) => <RecordStatus of={zoneStatuses} status={zone.status} />,
    sort: 'status',
  },
  {
    id: 'abbreviation',
    header: words.abbreviation,
    width: 104,
    value: (zone) => zone.abbreviation,
    sort: 'abbreviation',
  },
  { id: 'region_name', header: words.region_name, width: 150, value: (zone) => zone.region_name, sort: 'region_name' },
  { id: 'time_zone', header: words.time_zone, width: 142, value: (zone) => zone.time_zone, sort: 'time_zone' },
  {
    id: 'default_price',
    header: words.default_price,
    width: 104,
    value: (zone) => zone.default_price,
    cell: (zone) => <Price amount={zone.default_price} />,
    sort: 'default_price',
  },
  {
    id: 'stop_count',
    header: words.stop_count,
    width: 66,
    value: (zone) => zone.stop_count,
    type: 'number',
    sort: 'stop_count',
  },
]
