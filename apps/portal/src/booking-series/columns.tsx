import type { BookingSeries } from '@ambit/contract'
import { seriesStatuses } from '../records/booking-series.ts'
import { RecordStatus } from '../records/status.tsx'
import { DASH, type Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { seriesStrings } from './strings.ts'

const words = seriesStrings.columns

export const seriesColumns: readonly Column<BookingSeries>[] = [
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
    width: 96,
    value: ({ state }) => state,
    cell: ({ state }) => <RecordStatus of={seriesStatuses} status={state} />,
  },
  { id: 'group', header: words.group, width: 130, value: ({ group }) => group?.name },
  { id: 'words', header: words.words, width: 210, value: (series) => series.words },
  {
    id: 'next_on',
    header: words.next_on,
    width: 190,
    value: ({ next_on }) => next_on,
    sort: 'next_on',
    cell: (series) => <NextRide series={series} />,
  },
  {
    id: 'kept',
    header: words.kept,
    width: 130,
    value: ({ rides_kept }) => rides_kept,
    cell: (series) => <Kept series={series} />,
  },
  { id: 'time', header: words.time, width: 236, value: () => '', cell: (series) => <Times series={series} /> },
  { id: 'origin', header: words.origin, width: 190, value: ({ legs: [leg] }) => leg?.origin.name, guard: 'place' },
  {
    id: 'destination',
    header: words.destination,
    width: 190,
    value: ({ legs: [leg] }) => leg?.destination.name,
    guard: 'place',
  },
  {
    id: 'starts_on',
    header: words.starts_on,
    width: 104,
    value: ({ starts_on }) => starts_on,
    sort: 'starts_on',
    cell: ({ starts_on }) => <CivilDay on={starts_on} />,
  },
  {
    id: 'last_on',
    header: words.last_on,
    width: 104,
    value: ({ last_on }) => last_on,
    sort: 'last_on',
    cell: ({ last_on }) => <CivilDay on={last_on} />,
  },
  { id: 'zone_name', header: words.zone_name, width: 130, value: ({ zone_name }) => zone_name, sort: 'zone_name' },
  {
    id: 'created_at',
    header: words.created_at,
    width: 172,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    cell: ({ created_at, time_zone }) => <Moment at={created_at} timeZone={time_zone} />,
  },
]

const CivilDay = ({ on }: { on: string }) => useFormat().civilDate(on)

type Props = { series: BookingSeries }

type Way = Pick<BookingSeries['legs'][number], 'time' | 'departing'>

/** `leave 8:00 am` */
export const timeOf = ({ time, departing }: Way, { clockTime }: Format): string =>
  (departing ? seriesStrings.leaves : seriesStrings.arrives)(clockTime(time))

const Times = ({ series: { legs } }: Props) => {
  const format = useFormat()
  const [there, back] = legs
  if (there === undefined) return DASH
  return back === undefined ? timeOf(there, format) : seriesStrings.back(timeOf(there, format), timeOf(back, format))
}

/** When the next ride is picked up, or on which date it is. */
export const nextOf = ({ next_on, next_pickup_at }: BookingSeries, format: Format): string => {
  if (next_pickup_at !== null) return `${format.day(next_pickup_at)}, ${format.time(next_pickup_at)}`
  return next_on === null ? DASH : seriesStrings.notBooked(format.civilDay(next_on))
}

const NextRide = ({ series }: Props) => nextOf(series, useFormat(series.time_zone))

/** `92% (11 of 12)` */
export const keptOf = ({ rides_done, rides_kept }: BookingSeries, format: Format): string =>
  rides_done === 0 ? DASH : seriesStrings.kept(rides_kept, rides_done, format.percentage(rides_kept / rides_done))

const Kept = ({ series }: Props) => keptOf(series, useFormat())
