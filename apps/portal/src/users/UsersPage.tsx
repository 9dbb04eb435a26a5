import { api, type User } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconEye, IconMail, IconPencil, IconPlus, IconToggleRight, IconTrash, IconUser } from '@tabler/icons-react'
import { userRecords } from '../records/users.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useSession } from '../auth/session.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { userColumns } from './columns.tsx'
import { usersQuery, usersState } from './queries.ts'
import { userStrings as words } from './strings.ts'

const SENT_DECAY = 4500

/** All who may sign in to the portal. */
const UsersPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const session = useSession()
  const list = useList({ state: usersState, query: usersQuery, filtered: () => false })
  const self = session.status === 'logged_in' ? session.user.id : null
  const mayUpdate = can('UserManagement:user:canUpdate')
  const create = can('UserManagement:user:canCreate') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('UserDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader action={create} count={list.count} />
      <ListCard
        name="users"
        label={words.title}
        list={list}
        columns={userColumns}
        nameOf={(user) => user.full_name}
        onOpen={(user) => open('UserDialog', mayUpdate ? 'edit' : 'view', user.id)}
        actions={(user) => rowActions(user, { can, open, self })}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconUser, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default UsersPage

type Around = { can: Can; open: OpenDialog; self: number | null }

const rowActions = (user: User, { can, open, self }: Around): RowAction[] => {
  const mayUpdate = can('UserManagement:user:canUpdate')
  return [
    ...(mayUpdate
      ? [
          { label: words.edit, icon: <IconPencil size={16} />, run: () => open('UserDialog', 'edit', user.id) },
          {
            label: words.sendPassword,
            icon: <IconMail size={16} />,
            run: () => sendPassword(user),
            confirm: {
              title: words.sendPassword,
              text: words.sendPasswordText(user.first_name, user.last_name),
              button: words.sendPasswordButton,
            },
          },
        ]
      : [{ label: words.view, icon: <IconEye size={16} />, run: () => open('UserDialog', 'view', user.id) }]),
    // Hidden until an installation switches the feature on. Users cannot change their own permissions.
    ...(can('UserManagement:userRoles:canUpdate') && user.id !== self
      ? [
          {
            label: words.permissions.action,
            icon: <IconToggleRight size={16} />,
            run: () => open('UserPermissionsDialog', 'edit', user.id),
          },
        ]
      : []),
    // Users cannot delete themselves.
    ...(can('UserManagement:user:canDestroy') && user.id !== self
      ? [
          {
            label: words.remove,
            icon: <IconTrash size={16} />,
            danger: true,
            run: () => removeUser(user),
            confirm: { title: words.remove, text: words.removeText, button: words.remove },
          },
        ]
      : []),
  ]
}

const sendPassword = async ({ id, full_name }: User): Promise<void> => {
  try {
    await client.call(api.users.forgotPassword, { params: { id } })
    notify({ type: 'success', title: words.thanks, message: words.passwordSent(full_name), decay: SENT_DECAY })
  } catch (error) {
    announceFailure(error, words.passwordNotSent)
  }
}

const removeUser = (user: User): Promise<void> =>
  removeRecord({
    asked: client.call(api.users.destroy, { params: { id: user.id }, version: user.version }),
    name: user.full_name,
    words,
    changed: userRecords.changed,
  })
