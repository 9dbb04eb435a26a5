import type { DriverMessage } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { useNow } from '../settings/use-now.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { messageStandings, standingOf, UNREAD_AFTER_MIN, unreadMinutes } from './state.ts'
import { driverMessageStrings } from './strings.ts'

const words = driverMessageStrings.columns

/** What a driver has not read for two minutes is marked in the list too. */
const State = ({ message }: { message: DriverMessage }) => {
  const minutes = unreadMinutes(message, useNow(10_000))
  return minutes === null || minutes < UNREAD_AFTER_MIN ? (
    <RecordStatus of={messageStandings} status={standingOf(message)} />
  ) : (
    <StatusTag tone="warning">{driverMessageStrings.unread(minutes)}</StatusTag>
  )
}

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
    width: 150,
    value: (message) => standingOf(message),
    cell: (message) => <State message={message} />,
  },
  { id: 'vehicle', header: words.vehicle, width: 110, value: ({ vehicle_number }) => vehicle_number },
  { id: 'trip', header: words.trip, width: 140, value: ({ trip_name }) => trip_name },
  { id: 'region', header: words.region, width: 130, value: ({ region_name }) => region_name },
]
