import type { UserGroup } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { userGroupStrings } from './strings.ts'

const words = userGroupStrings.columns

export const userGroupColumns: readonly Column<UserGroup>[] = [
  { id: 'id', header: words.id, width: 76, value: (group) => group.id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 400, value: (group) => group.name, sort: 'name', primary: true },
  {
    id: 'numberOfRoles',
    header: words.numberOfRoles,
    width: 160,
    value: (group) => group.numberOfRoles,
    sort: 'numberOfRoles',
    type: 'number',
  },
]
