import type { ZoneSolution } from '@ambit/contract'
import { replanCauseWords } from '../records/zone-solutions.ts'
import type { Format } from '../settings/create-format.ts'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { distanceText, emptyText, hoursText } from './figures.ts'
import { solutionStrings } from './strings.ts'

const words = solutionStrings.columns

export const solutionColumns = (format: Format): readonly Column<ZoneSolution>[] => [
  {
    id: 'zone_name',
    header: words.zone_name,
    width: 180,
    value: ({ zone_name }) => zone_name,
    sort: 'zone_name',
    primary: true,
  },
  {
    id: 'plan_version',
    header: words.plan_version,
    width: 104,
    value: ({ plan_version }) => plan_version,
    type: 'number',
  },
  {
    id: 'replanned_at',
    header: words.replanned_at,
    width: 190,
    value: ({ replanned_at }) => replanned_at,
    cell: ({ replanned_at, time_zone }) =>
      replanned_at === null ? null : <Moment at={replanned_at} timeZone={time_zone} />,
    sort: 'replanned_at',
  },
  {
    id: 'replanned_by',
    header: words.replanned_by,
    width: 160,
    value: ({ replanned_by }) => (replanned_by === null ? null : replanCauseWords[replanned_by]),
  },
  { id: 'trip_count', header: words.trip_count, width: 72, value: ({ trip_count }) => trip_count, type: 'number' },
  {
    id: 'booking_count',
    header: words.booking_count,
    width: 92,
    value: ({ booking_count }) => booking_count,
    type: 'number',
  },
  {
    id: 'unassigned_count',
    header: words.unassigned_count,
    width: 116,
    value: ({ unassigned_count }) => unassigned_count,
    type: 'number',
  },
  { id: 'vehicle_s', header: words.vehicle_s, width: 132, value: ({ vehicle_s }) => hoursText(vehicle_s, format) },
  { id: 'driving_s', header: words.driving_s, width: 104, value: ({ driving_s }) => hoursText(driving_s, format) },
  {
    id: 'distance_m',
    header: words.distance_m,
    width: 112,
    value: ({ distance_m }) => distanceText(distance_m, format),
  },
  { id: 'empty_m', header: words.empty_m, width: 140, value: (solution) => emptyText(solution, format) },
]
