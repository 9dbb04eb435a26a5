import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { useSession } from '../../auth/session.ts'
import { useEntityFormContext } from '../../form/form-context.ts'
import { keysOf, type ModuleKeys, type Permissions, searchedKeys, withKeys } from './permission-groups.ts'
import classes from './roles.module.css'
import { roleStrings as words } from './strings.ts'

/** Every permission, by module, to be searched and ticked. */
export const PermissionsField = () => {
  const { mode } = useEntityFormContext()
  const session = useSession()
  const { field, fieldState } = useController({ name: 'permissions' })
  const [search, setSearch] = useState('')
  const value = field.value as Permissions // what the schema of the role's form says
  const held = (key: string): boolean => session.status === 'logged_in' && session.user.permissions[key] === true
  const modules = searchedKeys(search)
  const editor = (
    <>
      {fieldState.error?.message !== undefined && <p role="alert">{fieldState.error.message}</p>}
      <TextInput
        aria-label={words.searchPermissions}
        placeholder={words.searchPermissions}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          search !== '' && (
            <ActionIcon size="sm" aria-label={words.clear} onClick={() => setSearch('')}>
              <IconX size={14} />
            </ActionIcon>
          )
        }
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Enter searches here: it would submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div role="status" className={classes['found']}>
        {modules.length === 0 && words.noneFound}
      </div>
      {modules.map((module) => (
        <ModuleRows
          key={module.module}
          module={module}
          value={value}
          held={held}
          readOnly={mode === 'view'}
          onChange={(keys, on) => field.onChange(withKeys(value, keys, on, held))}
        />
      ))}
    </>
  )
  // In view mode permissions are shown in a definition list.
  return mode === 'view' ? (
    <div className={classes['permissions']}>
      <dt>{words.fields.permissions}</dt>
      <dd>{editor}</dd>
    </div>
  ) : (
    <fieldset className={classes['permissions']}>
      <legend>{words.fields.permissions}</legend>
      {editor}
    </fieldset>
  )
}

type RowsProps = {
  module: ModuleKeys
  value: Permissions
  held: (key: string) => boolean
  readOnly: boolean
  onChange: (keys: readonly string[], on: boolean) => void
}

/** Leaving an empty name would show its error and push the box away from under the pointer. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

const ModuleRows = ({ module, value, held, readOnly, onChange }: RowsProps) => {
  const keys = keysOf(module)
  const on = keys.filter((key) => value[key] === true).length
  const locked = (key: string): boolean => readOnly || (value[key] !== true && !held(key))
  return (
    <section className={classes['module']} aria-label={module.name}>
      <div className={classes['head']}>
        <Checkbox
          label={module.name}
          aria-label={words.all(module.name)}
          checked={on === keys.length}
          indeterminate={on > 0 && on < keys.length}
          disabled={keys.every(locked)}
          onMouseDown={keepFocus}
          onChange={(event) => onChange(keys, event.currentTarget.checked)}
        />
        <span className={classes['count']}>{words.ofAll(on, keys.length)}</span>
      </div>
      {module.resources.map(({ name, actions }) => (
        <div key={name} className={classes['resource']} role="group" aria-label={name}>
          <span className={classes['name']}>{name}</span>
          <div className={classes['actions']}>
            {actions.map(({ key, label }) => (
              <Checkbox
                key={key}
                size="xs"
                label={label}
                title={!readOnly && locked(key) ? words.notHeld : key}
                checked={value[key] === true}
                disabled={locked(key)}
                onMouseDown={keepFocus}
                onChange={(event) => onChange([key], event.currentTarget.checked)}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
