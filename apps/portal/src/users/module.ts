import { userRecords } from '../records/users.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

const READ = 'UserManagement:user:canRead'
const UPDATE = 'UserManagement:user:canUpdate'

export const usersModule = defineModule({
  name: 'UserManagement',
  pages: [
    {
      path: '/UserManagement',
      title: 'Users',
      permission: READ,
      load: () => import('./UsersPage.tsx'),
    },
    {
      path: '/UserManagement/edit/{-$userId}',
      title: 'Users',
      permission: READ,
      load: () => import('./EditUserRoute.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'UserDialog',
      permission: { view: READ, edit: UPDATE, create: 'UserManagement:user:canCreate' },
      tabs: ['Details', 'Sessions', 'History'],
      width: 'min(760px, 60%)',
      load: () => import('./UserDialog.tsx'),
    }),
    defineDialog({
      name: 'UserPasswordDialog',
      permission: { edit: UPDATE },
      width: '420px',
      load: () => import('./UserPasswordDialog.tsx'),
    }),
    defineDialog({
      name: 'UserPermissionsDialog',
      permission: { edit: 'UserManagement:userRoles:canUpdate' },
      width: 'min(760px, 60%)',
      load: () => import('./UserPermissionsDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'users' || table === 'user_groups') userRecords.changed()
    },
  },
})
