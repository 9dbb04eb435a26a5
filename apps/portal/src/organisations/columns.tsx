import type { Organisation } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { organisationStrings } from './strings.ts'

const words = organisationStrings.columns

export const organisationColumns: readonly Column<Organisation>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 240, value: ({ name }) => name, sort: 'name', primary: true },
  {
    id: 'region_name',
    header: words.region_name,
    width: 140,
    value: ({ region_name }) => region_name,
    sort: 'region_name',
  },
  { id: 'place_name', header: words.place_name, width: 200, value: ({ place_name }) => place_name },
  {
    id: 'contacts',
    header: words.contacts,
    width: 220,
    value: ({ contacts }) => contacts.map(({ name }) => name).join(', '),
  },
  { id: 'traveler_count', header: words.traveler_count, width: 110, value: ({ traveler_count }) => traveler_count },
  {
    id: 'user_count',
    header: words.user_count,
    width: 130,
    value: ({ user_count }) => organisationStrings.users(user_count),
  },
  {
    id: 'unconsented_count',
    header: words.unconsented_count,
    width: 150,
    value: ({ unconsented_count }) => (unconsented_count === 0 ? null : unconsented_count),
  },
  {
    id: 'updated_at',
    header: words.updated_at,
    width: 172,
    value: ({ updated_at }) => updated_at,
    sort: 'updated_at',
    type: 'datetime',
  },
]
