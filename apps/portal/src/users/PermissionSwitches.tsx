import { permissionsInWords, permissionSwitchGroups, type UserSwitches } from '@ambit/contract'
import { Switch } from '@mantine/core'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { userStrings } from './strings.ts'
import classes from './users.module.css'

const words = userStrings.permissions

const moduleName = (name: string): string =>
  permissionsInWords.find(({ module }) => module === name)?.module_name ?? name

/** A switch for each right, with the groups behind it. */
export const PermissionSwitches = ({ givenBy }: { givenBy: Readonly<Record<string, readonly string[]>> }) => {
  const { field } = useController({ name: 'switches' })
  const described = useId()
  const value = field.value as UserSwitches // what the schema of the form says
  return permissionSwitchGroups.map((group) => (
    <fieldset key={group.name} className={classes['switches']}>
      <legend>{moduleName(group.name)}</legend>
      <ul>
        {group.switches.map(({ name, label }) => {
          const groups = givenBy[name] ?? []
          return (
            <li key={name}>
              <Switch
                label={label}
                aria-describedby={`${described}-${name}`}
                // Unset is the same as on: as the groups say.
                checked={value[name] !== false}
                onBlur={field.onBlur}
                // The field that is left would be validated, and push the switch away from under the pointer.
                onMouseDown={(event) => event.preventDefault()}
                onChange={(event) => field.onChange({ ...value, [name]: event.currentTarget.checked })}
              />
              <p id={`${described}-${name}`} className={classes['givenBy']}>
                {groups.length === 0 ? words.notGiven : words.givenBy(groups.join(', '))}
              </p>
            </li>
          )
        })}
      </ul>
    </fieldset>
  ))
}
