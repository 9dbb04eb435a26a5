import type { UserRole } from '@ambit/contract'
import { Switch } from '@mantine/core'
import { useController, useFormContext } from 'react-hook-form'
import { useSession } from '../auth/session.ts'
import { ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { type RoleSwitches, switchRole } from './group-form.ts'
import { RoleStatus } from './roles/RoleStatus.tsx'
import { userGroupStrings } from './strings.ts'
import classes from './user-groups.module.css'

const words = userGroupStrings

/** The group's roles, a switch each. */
export const RoleSwitchesField = ({ roles }: { roles: readonly UserRole[] }) => {
  const { mode } = useEntityFormContext()
  const { field, fieldState } = useController({ name: 'roles' })
  const { clearErrors, formState } = useFormContext()
  // The form's own default for this field.
  const before = (formState.defaultValues?.['roles'] ?? {}) as RoleSwitches
  const value = field.value as RoleSwitches // what the schema of the group's form says
  const isOn = ({ id }: UserRole): boolean => typeof value[id] === 'number'
  const session = useSession()
  const own = session.status === 'logged_in' ? session.user.permissions : {}
  const beyond = ({ permissions }: UserRole): boolean =>
    Object.entries(permissions).some(([key, allowed]) => allowed && own[key] !== true)
  if (mode === 'view')
    return (
      <ViewField label={words.fields.roles} span={24}>
        {roles
          .filter(isOn)
          .map(({ name }) => name)
          .join(', ')}
      </ViewField>
    )
  return (
    <fieldset className={classes['roles']}>
      <legend>{words.fields.roles}</legend>
      {fieldState.error?.message !== undefined && (
        <p className={classes['error']} role="alert">
          {fieldState.error.message}
        </p>
      )}
      <ul>
        {roles.map((role) => (
          <li key={role.id}>
            <Switch
              label={role.name}
              checked={isOn(role)}
              // The server refuses to give what is not held.
              disabled={!isOn(role) && beyond(role)}
              title={!isOn(role) && beyond(role) ? words.beyond : undefined}
              onBlur={field.onBlur}
              // The field that is left would say what it wants, and push the switch away from under the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onChange={(event) => {
                clearErrors('roles')
                field.onChange(switchRole(value, role.id, event.currentTarget.checked, before))
              }}
            />
            {role.status !== 'enabled' && <RoleStatus status={role.status} />}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
