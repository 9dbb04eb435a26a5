import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { useCan } from '../auth/permissions.ts'
import { EntityFormFrame, FormGrid } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import classes from './installation.module.css'
import { UPDATE } from './keys.ts'
import { settingsStrings as words } from './settings-strings.ts'

type Props<V extends FieldValues> = {
  id: string
  title: string
  text?: string
  schema: z.ZodObject & z.ZodType<V, V>
  /** as the server has them */
  values: V
  labels: Readonly<Record<keyof V & string, string>>
  /** sends what was changed; what is refused is said beside the fields that it names */
  save: (changed: Partial<V>) => Promise<void>
  /** whether the fields may be changed, besides the right to change settings */
  allowed?: boolean
  /** no other form is in the tab */
  alone?: boolean
  /** the fields lie in two columns; otherwise they bring a layout of their own */
  inGrid?: boolean
  /** beside the fields */
  aside?: ReactNode
  children: ReactNode
}

/**
 * A part of the settings. What was changed is sent and nothing else, so two administrators may save at once; a form that
 * nobody has touched follows what another one saves.
 */
export const SettingsForm = <V extends FieldValues>(props: Props<V>) => {
  const [saves, setSaves] = useState(0)
  return (
    <section className={`card ${classes['part']}`} aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      {props.text !== undefined && <p className={classes['text']}>{props.text}</p>}
      <Fields key={saves} {...props} onSaved={() => setSaves(saves + 1)} />
    </section>
  )
}

const LABEL_WIDTH = 150

const Fields = <V extends FieldValues>({
  title,
  schema,
  values,
  labels,
  save,
  allowed = true,
  alone = true,
  inGrid = true,
  aside,
  children,
  onSaved,
}: Props<V> & { onSaved: () => void }) => {
  const may = useCan()(UPDATE) && allowed
  const record = { version: useChanges(values), values }
  const entity = useEntityForm<V, typeof record>({
    intent: may ? { mode: 'edit', record } : { mode: 'view', record },
    schema,
    record: z.custom<typeof record>(),
    toValues: (one) => one?.values ?? values,
    save: async (mine, _version, base) => {
      const changed = Object.entries(mine).filter(([field, value]) => !same(value, base[field]))
      await save(Object.fromEntries(changed) as Partial<V>) // fields and values come from the form itself
    },
    onSaved: () => {
      notify({ type: 'success', title: words.thanks, message: words.saved })
      onSaved()
    },
  })
  return (
    <EntityFormFrame entity={entity} label={title} labels={labels} alone={alone}>
      <div className={classes['beside']}>
        {inGrid ? (
          <FormGrid label={title} labelWidth={LABEL_WIDTH}>
            {children}
          </FormGrid>
        ) : (
          children
        )}
        {aside}
      </div>
    </EntityFormFrame>
  )
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Counts how often the values became other ones: the settings have no number of their own. */
const useChanges = (values: unknown): number => {
  const [seen, setSeen] = useState({ values, count: 0 })
  if (same(seen.values, values)) return seen.count
  setSeen({ values, count: seen.count + 1 })
  return seen.count + 1
}
