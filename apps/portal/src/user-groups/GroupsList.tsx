import { api, type UserGroup } from '@ambit/contract'
import { IconEye, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { userGroupRecords } from '../records/user-groups.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { userGroupColumns } from './columns.ts'
import { userGroupsQuery, userGroupsState } from './queries.ts'
import { userGroupStrings as words } from './strings.ts'

export const GroupsList = ({ create }: { create: ReactNode }) => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({ state: userGroupsState, query: userGroupsQuery, filtered: () => false })
  const mayUpdate = can('UserGroupManagement:userGroups:canUpdate')
  return (
    <ListCard
      name="user-groups"
      label={words.title}
      list={list}
      columns={userGroupColumns}
      nameOf={(group) => group.name}
      onOpen={(group) => open('UserGroupDialog', mayUpdate ? 'edit' : 'view', group.id)}
      actions={(group) => rowActions(group, can, open)}
      onClear={() => list.change({ search: '' })}
      whole
      search={{ label: words.searchLabel, placeholder: words.search }}
      empty={{ icon: IconUsersGroup, title: words.none, reason: words.noneReason, action: create }}
    />
  )
}

const rowActions = (group: UserGroup, can: Can, open: OpenDialog): RowAction[] => [
  can('UserGroupManagement:userGroups:canUpdate')
    ? { label: words.edit, icon: <IconPencil size={16} />, run: () => open('UserGroupDialog', 'edit', group.id) }
    : { label: words.view, icon: <IconEye size={16} />, run: () => open('UserGroupDialog', 'view', group.id) },
  ...(can('UserGroupManagement:userGroups:canDestroy')
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeGroup(group),
          confirm: {
            title: words.removeTitle,
            text: words.removeText(group.name, group.users.length),
            button: words.remove,
          },
        },
      ]
    : []),
]

const removeGroup = (group: UserGroup): Promise<void> =>
  removeRecord({
    asked: client.call(api.userGroups.destroy, { params: { id: group.id }, version: group.version }),
    name: group.name,
    words,
    changed: userGroupRecords.changed,
  })
