import type { Region } from '@ambit/contract'
import { regionStatuses } from '../records/regions.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { regionStrings } from './strings.ts'

const words = regionStrings.columns

export const regionColumns: readonly Column<Region>[] = [
  { id: 'id', header: words.id, width: 58, value: (region) => region.id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 160, value: (region) => region.name, sort: 'name', primary: true },
  {
    id: 'status',
    header: words.status,
    width: 100,
    value: (region) => region.status,
    cell: (region) => <RecordStatus of={regionStatuses} status={region.status} />,
    sort: 'status',
  },
  { id: 'time_zone', header: words.time_zone, width: 142, value: (region) => region.time_zone, sort: 'time_zone' },
  {
    id: 'zone_count',
    header: words.zone_count,
    width: 72,
    value: (region) => region.zone_count,
    type: 'number',
    sort: 'zone_count',
  },
  {
    id: 'vehicle_count',
    header: words.vehicle_count,
    width: 80,
    value: (region) => region.vehicle_count,
    type: 'number',
  },
  {
    id: 'service_plan_count',
    header: words.service_plan_count,
    width: 94,
    value: (region) => region.service_plan_count,
    type: 'number',
  },
]
