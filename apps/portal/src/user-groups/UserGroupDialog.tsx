import { api, UserGroup } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { besideHistory } from '../records/History.tsx'
import { userGroupRecords } from '../records/user-groups.ts'
import { roleOptions } from '../records/user-roles.ts'
import { userOptions } from '../records/users.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { MultiSelectField, TextField } from '../form/fields.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { userGroupBody, UserGroupForm, userGroupValues } from './group-form.ts'
import { RoleSwitchesField } from './RoleSwitchesField.tsx'
import { userGroupStrings as words } from './strings.ts'

/** One user group, or a new one. */
const UserGroupDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return (
        <DialogFrame title={words.createTitle}>
          <Details intent={{ mode: 'create' }} />
        </DialogFrame>
      )
    case 'view':
    case 'edit':
      return <OneGroup id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default UserGroupDialog

const OneGroup = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(userGroupRecords.one(id))} title={words.one}>
      {(group) => (
        <DialogFrame
          title={group.name}
          id={`${words.columns.id} ${group.id}`}
          switchable
          {...besideHistory(can, 'user_groups', id, <Details key={mode} intent={{ mode, record: group }} />)}
        />
      )}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<UserGroup>, { mode: 'bulkedit' }>

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const can = useCan()
  const users = useQuery({ ...userOptions, enabled: can('UserManagement:user:canRead') })
  const roles = useQuery(roleOptions)
  const entity = useEntityForm({
    intent,
    schema: UserGroupForm,
    record: UserGroup,
    toValues: userGroupValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (group) => {
      if (group) userGroupRecords.saved(group)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'silent',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <TextField name="name" label={words.fields.name} span={24} />
      <MultiSelectField
        name="users"
        label={words.fields.users}
        options={(users.data ?? []).map(({ id, full_name, username }) => ({
          value: String(id),
          label: `${full_name} (${username})`,
        }))}
        permission="UserManagement:user:canRead"
        span={24}
        searchable
        limit={50}
      />
      <RoleSwitchesField roles={roles.data ?? []} />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: UserGroupForm, version: number | undefined): Promise<UserGroup> => {
  const body = userGroupBody(values)
  if (intent.mode === 'create') return (await client.call(api.userGroups.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.userGroups.update, { params, body, version })).data
}
