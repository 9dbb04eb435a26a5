import type { PrivacyRequest } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { requestStrings } from './request-strings.ts'
import { RequestStatus } from './RequestStatus.tsx'

const words = requestStrings.columns

export const requestColumns: readonly Column<PrivacyRequest>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'passenger',
    header: words.passenger,
    width: 150,
    value: ({ traveler_id }) => requestStrings.passenger(traveler_id),
    primary: true,
  },
  { id: 'kind', header: words.kind, width: 130, value: ({ kind }) => requestStrings.kinds[kind] },
  {
    id: 'state',
    header: words.state,
    width: 120,
    value: ({ state }) => state,
    cell: (request) => <RequestStatus request={request} />,
  },
  {
    id: 'due_on',
    header: words.due_on,
    width: 130,
    value: ({ due_on }) => due_on,
    sort: 'due_on',
    type: 'date',
  },
  {
    id: 'received_on',
    header: words.received_on,
    width: 130,
    value: ({ received_on }) => received_on,
    sort: 'received_on',
    type: 'date',
  },
  { id: 'came_by', header: words.came_by, width: 130, value: ({ came_by }) => requestStrings.ways[came_by] },
  { id: 'identity_check', header: words.identity_check, width: 240, value: ({ identity_check }) => identity_check },
  { id: 'user', header: words.user_id, width: 180, value: ({ user_name }) => user_name },
]
