import type { Suspension } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { stepName, stepStatuses } from '../records/suspensions.ts'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { suspensionStrings } from './strings.ts'

const words = suspensionStrings.columns

const Day = ({ on }: { on: string | null }) => {
  const { civilDate } = useFormat()
  return on === null ? DASH : civilDate(on)
}

export const suspensionColumns: readonly Column<Suspension>[] = [
  { id: 'id', header: words.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'traveler_name',
    header: words.traveler_name,
    width: 170,
    value: ({ traveler_name }) => traveler_name,
    sort: 'traveler_name',
    guard: 'name',
    primary: true,
  },
  { id: 'step', header: words.step, width: 180, value: (step) => stepName(step) },
  {
    id: 'state',
    header: words.state,
    width: 220,
    value: ({ state }) => state,
    cell: ({ state }) => <RecordStatus of={stepStatuses} status={state} />,
  },
  {
    id: 'begins_on',
    header: words.begins_on,
    width: 104,
    value: ({ begins_on }) => begins_on,
    sort: 'begins_on',
    cell: ({ begins_on }) => <Day on={begins_on} />,
  },
  {
    id: 'ends_on',
    header: words.ends_on,
    width: 104,
    value: ({ ends_on }) => ends_on,
    cell: ({ ends_on }) => <Day on={ends_on} />,
  },
  {
    id: 'object_until',
    header: words.object_until,
    width: 130,
    value: ({ object_until }) => object_until,
    cell: ({ object_until }) => <Day on={object_until} />,
  },
  {
    id: 'hear_on',
    header: words.hear_on,
    width: 104,
    value: ({ objection }) => objection?.hear_on ?? null,
    cell: ({ objection }) => <Day on={objection?.hear_on ?? null} />,
  },
  {
    id: 'region_name',
    header: words.region_name,
    width: 130,
    value: ({ region_name }) => region_name,
    sort: 'region_name',
  },
  {
    id: 'proposed_at',
    header: words.proposed_at,
    width: 172,
    value: ({ proposed_at }) => proposed_at,
    sort: 'proposed_at',
    cell: ({ proposed_at, time_zone }) => <Moment at={proposed_at} timeZone={time_zone} />,
  },
]
