import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type CSSProperties,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { type FieldValues, FormProvider, type Path } from 'react-hook-form'
import { TabValidityContext } from '../dialogs/stack.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { EntityFormContext, useEntityFormContext } from './form-context.ts'
import classes from './form.module.css'
import { formStrings } from './strings.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import type { EntityForm as Entity } from './use-entity-form.ts'

type Props<V extends FieldValues> = {
  entity: Entity<V, { version: number }>
  /** name of the form for people who do not see it */
  label: string
  /** field → its words, for the conflict panel */
  labels: Readonly<Record<string, string>>
  children: ReactNode
}

/**
 * Leaving a field validates it, and its message would push the button away from under the pointer before the click is
 * complete: so pressing a button does not move the focus.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Fields around which the buttons, the unsaved guard, the server's errors and conflicts look after themselves. */
export const EntityForm = <V extends FieldValues>({ children, ...props }: Props<V>) => (
  <EntityFormFrame {...props}>
    <FormGrid label={props.label}>{children}</FormGrid>
  </EntityFormFrame>
)

/** Fields in two columns; several grids lie in one form where a dialog's tabs share it. */
export const FormGrid = ({ label, labelWidth, children }: GridProps) => {
  // A property of the style sheet, which React's types do not list.
  const style = labelWidth === undefined ? {} : ({ '--label': `${labelWidth}px` } as CSSProperties)
  return useEntityFormContext().mode === 'view' ? (
    <dl className={classes['fields']} style={style} aria-label={label}>
      {children}
    </dl>
  ) : (
    <div className={classes['fields']} style={style}>
      {children}
    </div>
  )
}

type GridProps = { label: string; labelWidth?: number; children: ReactNode }

/**
 * The form without its fields' layout. `around`: it holds a whole dialog, header and tabs included. `alone`: no other form
 * is on the page, and the keyboard begins here.
 */
export const EntityFormFrame = <V extends FieldValues>({
  entity,
  label,
  labels,
  around = false,
  alone = true,
  children,
}: Props<V> & { around?: boolean; alone?: boolean }) => {
  const { form, mode, schema, round } = entity
  const { isDirty, isSubmitting, submitCount } = form.formState
  const element = useFirstWrong(submitCount)
  const context = { mode, schema, round }
  const first = Object.keys(schema.shape)[0]
  const { setFocus } = form
  const invalid = Object.keys(form.formState.errors).length > 0
  const report = useEffectEvent(useContext(TabValidityContext))
  useEffect(() => report(invalid), [invalid])
  // The keyboard begins where the work does.
  useEffect(() => {
    if (alone && mode !== 'view' && first !== undefined) setFocus(first as Path<V>) // a key of the schema is a field of the form
  }, [alone, mode, first, setFocus])
  if (mode === 'view')
    return (
      <FormProvider {...form}>
        <EntityFormContext value={context}>{children}</EntityFormContext>
      </FormProvider>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isSubmitting) entity.submit()
  }
  const after = (
    <>
      <FormMessages entity={entity} />
      {entity.conflict !== null && (
        <ConflictPanel
          labels={labels}
          base={entity.base}
          mine={form.getValues()}
          theirs={entity.conflict.theirs}
          busy={isSubmitting}
          onReload={entity.reload}
          onOverwrite={entity.overwrite}
        />
      )}
      {isDirty && entity.conflict === null && (
        <div className={classes['footer']}>
          <Button variant="default" onClick={entity.reset} onMouseDown={keepFocus} disabled={isSubmitting}>
            {formStrings.reset}
          </Button>
          <Button type="submit" onMouseDown={keepFocus} loading={isSubmitting} disabled={isSubmitting}>
            {formStrings.submit}
          </Button>
        </div>
      )}
    </>
  )
  return (
    <FormProvider {...form}>
      <EntityFormContext value={context}>
        <form ref={element} onSubmit={submit} noValidate aria-label={label}>
          {children}
          {around ? <div className={classes['around']}>{after}</div> : after}
        </form>
        <UnsavedGuard dirty={isDirty} isSaved={entity.isSaved} />
      </EntityFormContext>
    </FormProvider>
  )
}

/** After a form was sent in vain the keyboard is at a wrong field, also at one that the form knows no name of. */
const useFirstWrong = (submitCount: number) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount === 0 || document.activeElement?.matches('[aria-invalid="true"]')) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return form
}

const FormMessages = ({ entity }: { entity: Pick<Entity<never, never>, 'incomplete' | 'messages'> }) => (
  <div role="alert">
    {entity.incomplete && (
      <Alert className={classes['alert']} variant="default" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {formStrings.required}
      </Alert>
    )}
    {entity.messages.length > 0 && (
      <Alert className={classes['alert']} variant="default" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {entity.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </Alert>
    )}
  </div>
)
