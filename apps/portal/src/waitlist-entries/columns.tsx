import type { WaitlistEntry } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { waitlistStatuses } from '../records/waitlist-entries.ts'
import { useFormat } from '../settings/format.ts'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { waitlistStrings } from './strings.ts'

const words = waitlistStrings.columns

export const waitlistColumns: readonly Column<WaitlistEntry>[] = [
  { id: 'id', header: words.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'traveler_name',
    header: words.traveler_name,
    width: 160,
    value: ({ traveler_name }) => traveler_name,
    sort: 'traveler_name',
    guard: 'name',
    primary: true,
  },
  {
    id: 'state',
    header: words.state,
    width: 110,
    value: ({ state }) => state,
    sort: 'state',
    cell: ({ state }) => <RecordStatus of={waitlistStatuses} status={state} />,
  },
  {
    id: 'traveling_at',
    header: words.traveling_at,
    width: 172,
    value: ({ traveling_at }) => traveling_at,
    sort: 'traveling_at',
    cell: ({ traveling_at, time_zone }) => <Moment at={traveling_at} timeZone={time_zone} />,
  },
  {
    id: 'frame',
    header: words.frame,
    width: 190,
    value: ({ earliest_at }) => earliest_at,
    cell: (entry) => <Frame entry={entry} />,
  },
  { id: 'origin', header: words.origin, width: 200, value: ({ origin }) => origin.name, guard: 'place' },
  {
    id: 'destination',
    header: words.destination,
    width: 200,
    value: ({ destination }) => destination.name,
    guard: 'place',
  },
  { id: 'passenger_count', header: words.passenger_count, width: 96, value: ({ passenger_count }) => passenger_count },
  { id: 'mode', header: words.mode, width: 130, value: ({ mode }) => waitlistStrings.modes[mode] },
  {
    id: 'give_up_at',
    header: words.give_up_at,
    width: 172,
    value: ({ give_up_at }) => give_up_at,
    sort: 'give_up_at',
    cell: ({ give_up_at, time_zone }) => <Moment at={give_up_at} timeZone={time_zone} />,
  },
  { id: 'zone_name', header: words.zone_name, width: 130, value: ({ zone_name }) => zone_name },
  {
    id: 'created_at',
    header: words.created_at,
    width: 172,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    cell: ({ created_at, time_zone }) => <Moment at={created_at} timeZone={time_zone} />,
  },
]

const Frame = ({ entry: { departing, earliest_at, latest_at, time_zone } }: { entry: WaitlistEntry }) => {
  const format = useFormat(time_zone)
  const said = departing ? waitlistStrings.leaves : waitlistStrings.arrives
  return said(format.time(earliest_at), format.time(latest_at))
}
