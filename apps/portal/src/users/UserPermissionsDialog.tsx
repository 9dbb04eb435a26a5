import { api, permissionSwitchGroups, UserPermissions, UserSwitches } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { userRecords } from '../records/users.ts'
import { PermissionSwitches } from './PermissionSwitches.tsx'
import { userStrings as words } from './strings.ts'
import classes from './users.module.css'

const permissionsQuery = (id: number) =>
  queryOptions({
    queryKey: userRecords.key('permissions', id),
    queryFn: ({ signal }) =>
      client.call(api.users.permissions, { params: { id }, signal }).then((answer) => answer.data),
  })

/** What is taken away from one user of what the groups give. */
const UserPermissionsDialog = () => {
  const { id } = useDialog()
  return (
    <Loaded query={useQuery(permissionsQuery(Number(id)))} title={words.permissionsTitle}>
      {(record) => (
        <DialogFrame title={words.permissionsTitle} id={record.full_name}>
          <p className={classes['note']}>{words.permissions.explained}</p>
          <Switches record={record} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default UserPermissionsDialog

const Form = z.object({ switches: UserSwitches })

/** As saved; of a form that was never saved, as the product ships. */
const valuesOf = (record: UserPermissions | null): z.infer<typeof Form> => ({
  switches: Object.fromEntries(
    permissionSwitchGroups.flatMap((group) =>
      group.switches.map(({ name, shipped }) => [name, record?.switches[name] ?? savedOr(record, shipped)]),
    ),
  ),
})

const savedOr = (record: UserPermissions | null, shipped: boolean | null): boolean | null =>
  record !== null && Object.keys(record.switches).length > 0 ? null : shipped

const Switches = ({ record }: { record: UserPermissions }) => {
  const { close } = useDialog()
  const { id } = record
  const entity = useEntityForm({
    intent: { mode: 'edit', record },
    schema: Form,
    record: UserPermissions,
    toValues: valuesOf,
    save: (body, version) =>
      client.call(api.users.updatePermissions, { params: { id }, body, version }).then((answer) => answer.data),
    onSaved: () => {
      userRecords.changed()
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.permissions.form} labels={words.permissions.fields}>
      <PermissionSwitches givenBy={record.given_by} />
    </EntityForm>
  )
}
