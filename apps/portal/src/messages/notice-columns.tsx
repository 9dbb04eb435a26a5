import { type MessageLanguage, type Notice, noticeIn } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { noticeStatuses } from './notice-queries.ts'
import { noticeStrings } from './notice-strings.ts'

const words = noticeStrings.columns
/** The portal's own. */
const LANGUAGE: MessageLanguage = 'en'

export const textOf = ({ texts }: Notice): string => noticeIn(texts, LANGUAGE)
export const zonesOf = ({ zones }: Notice): string => zones.map(({ name }) => name).join(', ')

export const noticeColumns: readonly Column<Notice>[] = [
  { id: 'id', header: words.id, width: 60, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'text', header: words.text, width: 340, value: textOf, primary: true },
  {
    id: 'state',
    header: words.state,
    width: 130,
    value: ({ state }) => state,
    cell: ({ state }) => <RecordStatus of={noticeStatuses} status={state} />,
  },
  { id: 'zones', header: words.zones, width: 180, value: zonesOf },
  {
    id: 'valid_from',
    header: words.from,
    width: 172,
    value: ({ valid_from }) => valid_from,
    sort: 'valid_from',
    cell: ({ valid_from, time_zone }) => <Moment at={valid_from} timeZone={time_zone} />,
  },
  {
    id: 'valid_until',
    header: words.until,
    width: 172,
    value: ({ valid_until }) => valid_until,
    sort: 'valid_until',
    cell: ({ valid_until, time_zone }) => <Moment at={valid_until} timeZone={time_zone} />,
  },
  {
    id: 'people',
    header: words.people,
    width: 90,
    value: ({ delivery, people }) => (delivery === 'show' ? null : people),
    type: 'number',
  },
  { id: 'by', header: words.by, width: 150, value: ({ author_name }) => author_name },
  { id: 'region', header: words.region, width: 130, value: ({ region_name }) => region_name },
]
