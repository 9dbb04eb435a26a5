import type { Driver } from '@ambit/contract'
import { driverStatuses } from '../records/drivers.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { driverStrings } from './strings.ts'

const words = driverStrings.columns

export const driverColumns: readonly Column<Driver>[] = [
  { id: 'id', header: words.id, width: 76, value: (driver) => driver.id, sort: 'id', type: 'id' },
  {
    id: 'first_name',
    header: words.first_name,
    width: 130,
    value: (driver) => driver.first_name,
    sort: 'first_name',
    primary: true,
  },
  { id: 'last_name', header: words.last_name, width: 140, value: (driver) => driver.last_name, sort: 'last_name' },
  { id: 'username', header: words.username, width: 140, value: (driver) => driver.username, sort: 'username' },
  { id: 'email', header: words.email, width: 260, value: (driver) => driver.email, sort: 'email' },
  {
    id: 'status',
    header: words.status,
    width: 120,
    value: (driver) => driver.status,
    cell: (driver) => <RecordStatus of={driverStatuses} status={driver.status} />,
    sort: 'status',
  },
]
