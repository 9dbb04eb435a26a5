import type { User } from '@ambit/contract'
import { userStatuses } from '../records/users.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { userStrings } from './strings.ts'
import classes from './users.module.css'

const words = userStrings.columns

export const userColumns: readonly Column<User>[] = [
  { id: 'id', header: words.id, width: 76, value: (user) => user.id, sort: 'id', type: 'id' },
  {
    id: 'first_name',
    header: words.first_name,
    width: 150,
    value: (user) => user.first_name,
    // The table has no column of its own for the few who are blocked.
    cell: (user) =>
      user.status === 'active' ? (
        user.first_name
      ) : (
        <span className={classes['blocked']}>
          <span className={classes['name']}>{user.first_name}</span>{' '}
          <RecordStatus of={userStatuses} status={user.status} />
        </span>
      ),
    sort: 'first_name',
    primary: true,
  },
  { id: 'last_name', header: words.last_name, width: 140, value: (user) => user.last_name, sort: 'last_name' },
  { id: 'username', header: words.username, width: 130, value: (user) => user.username, sort: 'username' },
  {
    id: 'UserGroups',
    header: words.UserGroups,
    width: 190,
    value: (user) => user.UserGroups.map(({ name }) => name).join(', '),
  },
  { id: 'email', header: words.email, width: 210, value: (user) => user.email, sort: 'email' },
  {
    id: 'phone_number',
    header: words.phone_number,
    width: 140,
    value: (user) => user.phone_number,
    sort: 'phone_number',
  },
]
