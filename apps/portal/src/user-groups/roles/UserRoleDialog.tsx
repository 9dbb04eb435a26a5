import { api, UserRole } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { besideHistory } from '../../records/History.tsx'
import { roleRecords } from '../../records/user-roles.ts'
import { client } from '../../api/client.ts'
import { useCan } from '../../auth/permissions.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import type { FormIntent } from '../../form/intent.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { mayChange, RoleForm, roleValues } from './role-form.ts'
import classes from './roles.module.css'
import { RoleStatus } from './RoleStatus.tsx'
import { roleStrings as words } from './strings.ts'

/** One role, or a new one. */
const UserRoleDialog = () => {
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
      return <OneRole id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default UserRoleDialog

const OneRole = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(roleRecords.one(id))} title={words.one}>
      {(record) => {
        const changeable = mayChange(record)
        return (
          <DialogFrame
            title={record.name}
            id={`${words.columns.id} ${record.id}`}
            status={<RoleStatus status={record.status} />}
            switchable={changeable}
            {...besideHistory(
              can,
              'user_roles',
              id,
              <>
                {record.built_in && <p className={classes['note']}>{changeable ? words.named : words.fixed}</p>}
                <Details key={mode} intent={{ mode: changeable ? mode : 'view', record }} />
              </>,
            )}
          />
        )
      }}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<UserRole>, { mode: 'bulkedit' }>

const statusOptions = [
  { value: 'enabled', label: words.enabled },
  { value: 'disabled', label: words.disabled },
]

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const role = intent.mode === 'create' ? null : intent.record
  const entity = useEntityForm({
    intent,
    schema: RoleForm,
    record: UserRole,
    toValues: roleValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (saved) => {
      if (saved) roleRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <TextField name="name" label={words.fields.name} disabled={role?.built_in ?? false} />
      <SelectField
        name="status"
        label={words.fields.status}
        options={statusOptions}
        view={<RoleStatus status={role?.status ?? null} />}
      />
      <SwitchField name="stays_signed_in" label={words.fields.stays_signed_in} />
      <SwitchField name="pseudonymous" label={words.fields.pseudonymous} />
      <PermissionsField />
    </EntityForm>
  )
}

const save = async (intent: Intent, body: RoleForm, version: number | undefined): Promise<UserRole> => {
  if (intent.mode === 'create') return (await client.call(api.userRoles.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.userRoles.update, { params, body, version })).data
}
