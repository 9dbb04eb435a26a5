import { checkItemKinds, checkMoments } from '@ambit/contract'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { get, useController, useFormContext } from 'react-hook-form'
import { ViewField } from '../../form/fields.tsx'
import { useEntityFormContext } from '../../form/form-context.ts'
import classes from './checks.module.css'
import { type ChoiceValues, type ItemValues, newChoice, newItem } from './checklist-form.ts'
import { checklistStrings as words } from './strings.ts'

export const momentOptions = checkMoments.map((value) => ({ value, label: words.moments[value] }))
const kindOptions = checkItemKinds.map((value) => ({ value, label: words.kinds[value] }))
const languages = ['en', 'de', 'es'] as const

/** The error beside a part of the items, such as `0.label.en`. */
const useErrorAt = () => {
  const { errors } = useFormContext().formState
  return (path: string): string | undefined => {
    const found: unknown = get(errors, path === '' ? 'items' : `items.${path}`)
    return typeof found === 'object' && found !== null && 'message' in found && typeof found.message === 'string'
      ? found.message
      : undefined
  }
}

const swapped = (items: readonly ItemValues[], at: number, other: number): ItemValues[] => {
  const [one, two] = [items[at], items[other]]
  if (one === undefined || two === undefined) return [...items]
  return items.map((item, place) => (place === at ? two : place === other ? one : item))
}

/** The items of a checklist in their order. */
export const ItemsField = () => {
  const { mode } = useEntityFormContext()
  const { field } = useController({ name: 'items' })
  const { trigger, formState } = useFormContext()
  const errorAt = useErrorAt()
  const items = field.value as ItemValues[] // the form's schema holds these
  const change = (next: ItemValues[]): void => {
    field.onChange(next)
    if (formState.isSubmitted) void trigger('items')
  }
  if (mode === 'view') return <ShownItems items={items} />
  return (
    <section className={classes['items']} aria-label={words.columns.items}>
      <p>{words.itemsHint}</p>
      {items.map((item, place) => (
        <ItemFields
          key={item.id}
          {...{ item, place }}
          last={items.length - 1}
          onChange={(changed) => change(items.map((one, at) => (at === place ? changed : one)))}
          onMove={(to) => change(swapped(items, place, to))}
          onRemove={() => change(items.filter((_, at) => at !== place))}
        />
      ))}
      {errorAt('') !== undefined && <p role="alert">{errorAt('')}</p>}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change([...items, newItem()])}
        >
          {words.addItem}
        </Button>
      </div>
    </section>
  )
}

const ShownItems = ({ items }: { items: readonly ItemValues[] }) => (
  <ViewField label={words.columns.items} span={24}>
    <ol className={classes['shown']} aria-label={words.columns.items}>
      {items.map(({ id, label, kind, critical, choices }) => (
        <li key={id}>
          {label.en}{' '}
          <small>
            {kind === 'choice' ? choices.map((choice) => choice.label.en).join(', ') : words.kinds[kind]}
            {critical && `. ${words.critical}`}
          </small>
        </li>
      ))}
    </ol>
  </ViewField>
)

type LabelProps = {
  /** of the label within the items */
  path: string
  value: ItemValues['label']
  onChange: (value: ItemValues['label']) => void
}

const LabelFields = ({ path, value, onChange }: LabelProps) => {
  const errorAt = useErrorAt()
  return (
    <div className={classes['labels']}>
      {languages.map((language) => (
        <TextInput
          key={language}
          label={words.label[language]}
          withAsterisk={language === 'en'}
          autoComplete="off"
          error={errorAt(`${path}.${language}`)}
          value={value[language]}
          onChange={({ currentTarget }) => onChange({ ...value, [language]: currentTarget.value })}
        />
      ))}
    </div>
  )
}

type ItemProps = {
  item: ItemValues
  place: number
  /** the place of the last item */
  last: number
  onChange: (item: ItemValues) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const ItemFields = ({ item, place, last, onChange, onMove, onRemove }: ItemProps) => (
  <fieldset className={classes['item']}>
    <legend>{words.item(place + 1)}</legend>
    <LabelFields path={`${place}.label`} value={item.label} onChange={(label) => onChange({ ...item, label })} />
    <Select
      label={words.kind}
      data={kindOptions}
      allowDeselect={false}
      value={item.kind}
      onChange={(chosen) => {
        const kind = checkItemKinds.find((one) => one === chosen) ?? item.kind
        const choices = kind === 'choice' && item.choices.length === 0 ? [newChoice(), newChoice()] : item.choices
        onChange({ ...item, kind, choices })
      }}
    />
    {item.kind === 'choice' && <ChoiceFields {...{ item, place, onChange }} />}
    <Checkbox
      label={words.required}
      checked={item.required}
      onChange={({ currentTarget }) => onChange({ ...item, required: currentTarget.checked })}
    />
    <Checkbox
      label={words.critical}
      checked={item.critical}
      onChange={({ currentTarget }) => onChange({ ...item, critical: currentTarget.checked })}
    />
    <div className={classes['moves']}>
      <Button
        variant="default"
        size="compact-xs"
        disabled={place === 0}
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={() => onMove(place - 1)}
      >
        {words.up}
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        disabled={place === last}
        leftSection={<IconArrowDown size={14} aria-hidden />}
        onClick={() => onMove(place + 1)}
      >
        {words.down}
      </Button>
      <Button variant="default" size="compact-xs" leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>
        {words.removeItem}
      </Button>
    </div>
  </fieldset>
)

const ChoiceFields = ({ item, place, onChange }: Pick<ItemProps, 'item' | 'place' | 'onChange'>) => {
  const errorAt = useErrorAt()
  const change = (choices: ChoiceValues[]): void => onChange({ ...item, choices })
  const error = errorAt(`${place}.choices`)
  return (
    <>
      {item.choices.map((choice, at) => {
        const set = (changed: ChoiceValues): void => change(item.choices.map((one, i) => (i === at ? changed : one)))
        return (
          // Choices are known by their places.
          <fieldset key={at} className={classes['item']}>
            <legend>{words.choice(at + 1)}</legend>
            <LabelFields
              path={`${place}.choices.${at}.label`}
              value={choice.label}
              onChange={(label) => set({ ...choice, label })}
            />
            <Checkbox
              label={words.fails}
              checked={choice.fails}
              onChange={({ currentTarget }) => set({ ...choice, fails: currentTarget.checked })}
            />
            <div>
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => change(item.choices.filter((_, i) => i !== at))}
              >
                {words.removeChoice}
              </Button>
            </div>
          </fieldset>
        )
      })}
      {error !== undefined && <p role="alert">{error}</p>}
      <div>
        <Button variant="default" size="compact-xs" onClick={() => change([...item.choices, newChoice()])}>
          {words.addChoice}
        </Button>
      </div>
    </>
  )
}
