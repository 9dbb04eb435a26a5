import { userGroupRecords } from '../records/user-groups.ts'
import { roleRecords } from '../records/user-roles.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { userGroupStrings } from './strings.ts'

const READ = 'UserGroupManagement:userGroups:canRead'
const CREATE = 'UserGroupManagement:userGroups:canCreate'
const UPDATE = 'UserGroupManagement:userGroups:canUpdate'
/** the key that the specification gives the dialog, odd as it is */
const DIALOG = 'UserGroupManagement:trip:canRead'

export const userGroupsModule = defineModule({
  name: 'UserGroupManagement',
  pages: [
    {
      path: '/UserGroupManagement',
      title: userGroupStrings.title,
      permission: READ,
      layout: 'edge',
      load: () => import('./UserGroupsPage.tsx'),
    },
    {
      path: '/UserGroupManagement/edit/{-$userGroupId}',
      title: userGroupStrings.title,
      permission: READ,
      load: () => import('./EditGroupRoute.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'UserGroupDialog',
      permission: { view: [DIALOG, READ], edit: [DIALOG, UPDATE], create: [DIALOG, CREATE] },
      tabs: ['Details', 'History'],
      width: 'min(760px, 60%)',
      load: () => import('./UserGroupDialog.tsx'),
    }),
    defineDialog({
      name: 'UserRoleDialog',
      permission: { view: READ, edit: UPDATE, create: CREATE },
      tabs: ['Details', 'History'],
      width: 'min(900px, 75%)',
      load: () => import('./roles/UserRoleDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'user_groups' || table === 'users') userGroupRecords.changed()
      if (table === 'user_roles') roleRecords.changed()
    },
  },
})
