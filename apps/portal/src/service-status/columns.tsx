import { type StatusIncident, statusPartNames } from '@ambit/contract'
import { incidentStates } from '../records/status-incidents.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { statusStrings as words } from './strings.ts'

const headers = words.columns
const partsOf = ({ parts }: StatusIncident): string => parts.map((part) => statusPartNames[part]).join(', ')

export const incidentColumns: readonly Column<StatusIncident>[] = [
  { id: 'id', header: headers.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'title', header: headers.title, width: 220, value: ({ title }) => title, sort: 'title', primary: true },
  {
    id: 'state',
    header: headers.state,
    width: 104,
    value: ({ state }) => incidentStates[state].text,
    cell: ({ state }) => <RecordStatus of={incidentStates} status={state} />,
  },
  { id: 'parts', header: headers.parts, width: 200, value: partsOf },
  {
    id: 'region',
    header: headers.region_id,
    width: 140,
    value: ({ region_name }) => region_name ?? words.everywhere,
  },
  {
    id: 'starts_at',
    header: headers.starts_at,
    width: 190,
    value: ({ starts_at }) => starts_at,
    sort: 'starts_at',
    type: 'datetime',
  },
  {
    id: 'ends_at',
    header: headers.ends_at,
    width: 190,
    value: ({ ends_at }) => ends_at,
    sort: 'ends_at',
    type: 'datetime',
  },
  { id: 'updates', header: headers.updates, width: 320, value: ({ updates }) => updates.at(-1)?.text ?? '' },
]
