import { api, type UserRole } from '@ambit/contract'
import { IconEye, IconPencil, IconShield, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { roleRecords } from '../../records/user-roles.ts'
import { client } from '../../api/client.ts'
import { removeRecord } from '../../api/remove-record.ts'
import type { Can } from '../../auth/allowed.ts'
import { useCan } from '../../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../../dialogs/stack.ts'
import type { Column } from '../../table/column.ts'
import { ListCard } from '../../table/ListCard.tsx'
import type { RowAction } from '../../table/RowActions.tsx'
import { useList } from '../../table/use-list.ts'
import { grantedKeys } from './permission-groups.ts'
import { rolesListQuery, rolesState } from './queries.ts'
import { mayChange } from './role-form.ts'
import { RoleStatus } from './RoleStatus.tsx'
import { roleStrings as words } from './strings.ts'

const columns: readonly Column<UserRole>[] = [
  { id: 'id', header: words.columns.id, width: 76, value: (role) => role.id, sort: 'id', type: 'id' },
  { id: 'name', header: words.columns.name, width: 240, value: (role) => role.name, sort: 'name', primary: true },
  {
    id: 'status',
    header: words.columns.status,
    width: 130,
    value: (role) => role.status,
    cell: (role) => <RoleStatus status={role.status} />,
  },
  {
    id: 'permissions',
    header: words.columns.permissions,
    width: 130,
    value: (role) => grantedKeys(role.permissions).length,
    type: 'number',
  },
  {
    id: 'built_in',
    header: words.columns.built_in,
    width: 110,
    value: (role) => (role.built_in ? words.yes : words.no),
  },
]

export const RolesList = ({ create }: { create: ReactNode }) => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({ state: rolesState, query: rolesListQuery, filtered: () => false })
  const modeFor = (role: UserRole) =>
    can('UserGroupManagement:userGroups:canUpdate') && mayChange(role) ? 'edit' : 'view'
  return (
    <ListCard
      name="user-roles"
      label={words.title}
      list={list}
      columns={columns}
      nameOf={(role) => role.name}
      onOpen={(role) => open('UserRoleDialog', modeFor(role), role.id)}
      actions={(role) => rowActions(role, modeFor(role), can, open)}
      onClear={() => list.change({ search: '' })}
      whole
      search={{ label: words.searchLabel, placeholder: words.search }}
      empty={{ icon: IconShield, title: words.none, reason: words.noneReason, action: create }}
    />
  )
}

const rowActions = (role: UserRole, mode: 'edit' | 'view', can: Can, open: OpenDialog): RowAction[] => [
  {
    label: mode === 'edit' ? words.edit : words.view,
    icon: mode === 'edit' ? <IconPencil size={16} /> : <IconEye size={16} />,
    run: () => open('UserRoleDialog', mode, role.id),
  },
  ...(can('UserGroupManagement:userGroups:canDestroy') && !role.built_in
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeRole(role),
          confirm: { title: words.removeTitle, text: words.removeText(role.name), button: words.remove },
        },
      ]
    : []),
]

const removeRole = (role: UserRole): Promise<void> =>
  removeRecord({
    asked: client.call(api.userRoles.destroy, { params: { id: role.id }, version: role.version }),
    name: role.name,
    words,
    changed: roleRecords.changed,
  })
