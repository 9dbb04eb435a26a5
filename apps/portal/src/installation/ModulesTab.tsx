import { searchAccess, type Settings, SettingsInput } from '@ambit/contract'
import { CloseButton, Switch, TextInput } from '@mantine/core'
import { useFormState, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { useSettings } from '../settings/settings.ts'
import classes from './installation.module.css'
import { modulesStrings as words } from './modules-strings.ts'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'

type Item = Settings['modules'][number]['items'][number]
type Values = Record<string, string | boolean>

const switches = ['enabled', 'mainMenu', 'globalSearchEnabled'] as const
type SwitchName = (typeof switches)[number]

const searched: ReadonlySet<string> = new Set(Object.values(searchAccess).map(({ module }) => module))
/** As the call names them, with slashes. */
const fieldOf = (item: Item, field: SwitchName | 'menuName'): string => `${item.name}/${field}`
const isShown = (item: Item, field: SwitchName): boolean => field !== 'globalSearchEnabled' || searched.has(item.name)

/** Empty: the product's own name. */
const MenuName = z.string().superRefine((text, context) => {
  const entered = SettingsInput.shape.modules.unwrap().valueType.shape.menuName
  const checked = text.trim() === '' ? null : entered.safeParse(text)
  if (checked?.success === false) context.addIssue(checked.error.issues[0]?.message ?? '')
})

const schemaOf = (items: readonly Item[]) => {
  const shape: Record<string, z.ZodType<string | boolean, string | boolean>> = {}
  for (const item of items) {
    shape[fieldOf(item, 'menuName')] = MenuName
    for (const field of switches) shape[fieldOf(item, field)] = z.boolean()
  }
  return z.object(shape)
}

const valuesOf = (items: readonly Item[]): Values =>
  Object.fromEntries(
    items.flatMap((item) => [
      [fieldOf(item, 'menuName'), item.menuName === item.shippedName ? '' : item.menuName],
      ...switches.map((field) => [fieldOf(item, field), item[field]] as const),
    ]),
  )

const labelsOf = (items: readonly Item[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    items.flatMap((item) => [
      [fieldOf(item, 'menuName'), words.nameOf(item.shippedName)],
      ...switches.map((field) => [fieldOf(item, field), words.switchOf[field](item.shippedName)] as const),
    ]),
  )

/** What was changed, by module, as the call takes it. */
const bodyOf = (changed: Partial<Values>): NonNullable<SettingsInput['modules']> => {
  const modules: Record<string, Record<string, string | boolean | null>> = {}
  for (const [path, value] of Object.entries(changed)) {
    const [name = '', field = ''] = path.split('/')
    if (value === undefined) continue
    const sent = typeof value === 'string' && value.trim() === '' ? null : value
    modules[name] = { ...modules[name], [field]: sent }
  }
  return modules
}

/** Which parts of the product are used here, what the menu calls them, and where they are found. */
export const ModulesTab = () => {
  const { modules } = useSettings()
  const items = modules.flatMap((group) => group.items)
  return (
    <div className={classes['parts']}>
      <SettingsForm
        id="settings-modules"
        title={words.title}
        text={words.text}
        schema={schemaOf(items)}
        values={valuesOf(items)}
        labels={labelsOf(items)}
        inGrid={false}
        save={(changed) => saveSettings({ modules: bodyOf(changed) }, 'modules')}
      >
        <ModuleTable groups={modules} />
      </SettingsForm>
    </div>
  )
}

const ModuleTable = ({ groups }: { groups: Settings['modules'] }) => (
  <div className={classes['scroll']}>
    <table className={classes['table']} aria-label={words.title}>
      <thead>
        <tr>
          {Object.values(words.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ groupName, items }) => (
        <tbody key={groupName}>
          <tr>
            <th scope="rowgroup" colSpan={5} className={classes['group']}>
              {groupName}
            </th>
          </tr>
          {items.map((item) => (
            <ModuleRow key={item.name} item={item} />
          ))}
        </tbody>
      ))}
    </table>
  </div>
)

const ModuleRow = ({ item }: { item: Item }) => {
  const on: unknown = useWatch({ name: fieldOf(item, 'enabled') })
  const { errors } = useFormState()
  const messages = switches.map((field): unknown => errors[fieldOf(item, field)]?.message)
  const text = messages.find((message) => typeof message === 'string')
  const refusal = text === undefined ? null : { id: `refusal-${item.name}`, text }
  return (
    <>
      <tr className={refusal === null ? undefined : classes['joined']}>
        <th scope="row">{item.shippedName}</th>
        <td>
          <NameCell item={item} />
        </td>
        {switches.map((field) => (
          <td key={field}>
            {isShown(item, field) ? (
              <SwitchCell
                item={item}
                field={field}
                off={field !== 'enabled' && on !== true}
                refusal={refusal?.id ?? null}
              />
            ) : (
              <span className="visually-hidden">{words.neverSearched}</span>
            )}
          </td>
        ))}
      </tr>
      {refusal !== null && (
        <tr>
          <td />
          <td colSpan={4}>
            <p id={refusal.id} role="alert" className={classes['error']}>
              {refusal.text}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}

const NameCell = ({ item }: { item: Item }) => {
  const { mode } = useEntityFormContext()
  const label = words.nameOf(item.shippedName)
  const { value, change, props } = useField({ name: fieldOf(item, 'menuName'), label }, 'blur')
  const { ref, name, onBlur, error } = props
  const text = typeof value === 'string' ? value : ''
  if (mode === 'view') return item.menuName
  return (
    <TextInput
      {...{ ref, name, onBlur, error }}
      aria-label={label}
      placeholder={item.shippedName}
      autoComplete="off"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={words.shippedAgain(item.shippedName)} onClick={() => change('')} />
        )
      }
    />
  )
}

type SwitchCellProps = {
  item: Item
  field: SwitchName
  /** the module is not used: it makes no difference */
  off: boolean
  /** where it is said why it was refused */
  refusal: string | null
}

const SwitchCell = ({ item, field, off, refusal }: SwitchCellProps) => {
  const { mode } = useEntityFormContext()
  const label = words.switchOf[field](item.shippedName)
  const { value, change, props } = useField({ name: fieldOf(item, field), label }, 'change')
  const { ref, name, onBlur, error } = props
  const on = value === true
  if (mode === 'view') return on && !off ? words.yes : words.no
  return (
    <Switch
      {...{ ref, name, onBlur }}
      error={error !== undefined}
      aria-describedby={error === undefined ? undefined : (refusal ?? undefined)}
      aria-label={label}
      disabled={off}
      checked={on}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
