import type { DriverMessage } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { messageStandings, standingOf } from './state.ts'
import { driverMessageStrings } from './strings.ts'

const words = driverMessageStrings.columns

export const driverMessageColumns: readonly Column<DriverMessage>[] = [
  {
    id: 'written_at',
    header: words.written_at,
    width: 172,
    value: ({ written_at }) => written_at,
    sort: 'written_at',
    type: 'datetime',
  },
  { id: 'driver', header: words.driver, width: 150, value: ({ driver_name }) => driver_name },
  {
    id: 'from',
    header: words.from,
    width: 140,
    value: ({ from, dispatcher_name }) =>
      from === 'driver' ? driverMessageStrings.driver : (dispatcher_name ?? driverMessageStrings.dispatch),
  },
  { id: 'text', header: words.text, width: 360, value: ({ text }) => text, primary: true },
  {
    id: 'state',
    header: words.state,
    width: 110,
    value: (message) => standingOf(message),
    cell: (message) => <RecordStatus of={messageStandings} status={standingOf(message)} />,
  },
  { id: 'vehicle', header: words.vehicle, width: 110, value: ({ vehicle_number }) => vehicle_number },
  { id: 'trip', header: words.trip, width: 140, value: ({ trip_name }) => trip_name },
  { id: 'region', header: words.region, width: 130, value: ({ region_name }) => region_name },
]
