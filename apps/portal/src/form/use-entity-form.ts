import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { notify, withdraw } from '../notifications/notify.tsx'
import { type StaleRecord, mergeRecords, same, staleRecordOf } from './conflict.ts'
import { type FormIntent, recordOf } from './intent.ts'
import { placeServerErrors } from './server-errors.ts'
import { formStrings } from './strings.ts'

type Versioned = { version: number }

type Options<V extends FieldValues, R extends Versioned> = {
  intent: FormIntent<R>
  /** the form's values; they go in as they come out */
  schema: z.ZodObject & z.ZodType<V, V>
  /** reads the current record out of a stale save's answer */
  record: z.ZodType<R>
  /** the fields as text, switches and numbers; null: those of a new record */
  toValues: (record: R | null) => V
  /** builds the body, once, and sends it; `version` and `base` are what the form was built on */
  save: (values: V, version: number | undefined, base: V) => Promise<R | void>
  /** closes the dialog, says so */
  onSaved: (record: R | void) => void
  /**
   * Where a refused save is shown, apart from what belongs beside a field: in the form, in the general toast that stays,
   * or nowhere.
   */
  failure?: 'inline' | 'toast' | 'silent'
}

export type EntityForm<V extends FieldValues, R extends Versioned> = {
  form: UseFormReturn<V>
  mode: FormIntent<R>['mode']
  schema: z.ZodObject
  /** how often the form was reset */
  round: number
  /** the values the form was built on */
  base: V
  messages: readonly string[]
  /** the form was submitted with fields missing */
  incomplete: boolean
  conflict: { theirs: V } | null
  submit: () => void
  reset: () => void
  /** their record replaces the form */
  reload: () => void
  /** my fields go over theirs, for those named */
  overwrite: (keepMine: ReadonlySet<string>) => void
  /** leaving loses nothing: a save has just succeeded */
  isSaved: () => boolean
}

/** State and saving of one record's form: errors beside their fields, no double submit, stale records field by field. */
export const useEntityForm = <V extends FieldValues, R extends Versioned>(options: Options<V, R>): EntityForm<V, R> => {
  const { intent, schema, toValues } = options
  const record = recordOf(intent)
  const [base, setBase] = useState(record)
  const [stale, setStale] = useState<StaleRecord | null>(null)
  const [messages, setMessages] = useState<readonly string[]>([])
  const [round, setRound] = useState(0)
  const saved = useRef(false)
  const busy = useRef(false)
  const { form, baseValues } = useFormOf(schema, toValues(base))
  const { isDirty } = form.formState
  // An untouched form follows the record; a touched one stays with what it was built on until it is saved.
  if (!isDirty && record !== null && record.version !== base?.version) setBase(record)

  const send = async (values: V, version: number | undefined): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setMessages([])
    try {
      const answer = await options.save(values, version, baseValues)
      saved.current = true
      withdraw(FAILED)
      options.onSaved(answer)
    } catch (error) {
      const newer = staleRecordOf(error)
      if (newer !== null) return setStale(newer)
      tellFailure(options.failure ?? 'inline', placeInForm(error, schema, form), setMessages)
    } finally {
      busy.current = false
    }
  }

  const current = stale === null ? null : options.record.safeParse(stale.current)
  const theirs = current?.success ? current.data : null
  const reset = (): void => {
    setMessages([])
    setRound(round + 1)
    form.reset(baseValues)
  }
  const settle = (newer: R): void => {
    setStale(null)
    setMessages([])
    setBase(newer)
    setRound(round + 1)
    form.reset(toValues(newer))
  }

  return {
    form,
    mode: intent.mode,
    schema,
    round,
    base: baseValues,
    messages,
    incomplete:
      form.formState.submitCount > 0 && Object.values(form.formState.errors).some((error) => error?.type !== 'server'),
    conflict: theirs === null ? null : { theirs: toValues(theirs) },
    submit: () => void form.handleSubmit((values) => send(values, base?.version))(),
    reset,
    reload: () => theirs !== null && settle(theirs),
    overwrite: (keepMine) => {
      if (theirs === null) return
      const merged = mergeRecords(baseValues, form.getValues(), toValues(theirs), keepMine)
      setStale(null)
      // The form stays on what it was built on: a new base would put their values over mine.
      for (const [field, value] of Object.entries(merged))
        form.setValue(field as Path<V>, value as never, { shouldDirty: true }) // fields and values come from the form itself
      void form.handleSubmit(() => send(merged, theirs.version))()
    },
    isSaved: () => saved.current,
  }
}

/**
 * The form of a record that makes these values. What lies beside the record changes them as well: an untouched form
 * follows, a touched one keeps what it was built on, and only fields that are new join it.
 */
const useFormOf = <V extends FieldValues>(schema: z.ZodType<V, V>, made: V) => {
  const [values, setValues] = useState(made)
  const form = useForm<V>({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: values as DefaultValues<V>, // all values are there, which a partial of them allows
  })
  const { isDirty, defaultValues = {} } = form.formState
  const baseValues = isDirty ? { ...made, ...values } : made
  if (!same(baseValues, values)) setValues(baseValues)
  const follow = useEffectEvent((to: V) => {
    if (!isDirty) return form.reset(to, { keepFieldsRef: true })
    for (const field of Object.keys(to).filter((name) => !(name in defaultValues)))
      form.setValue(field as Path<V>, to[field]) // fields and values come from the form itself
    form.resetDefaultValues(to)
  })
  useEffect(() => follow(values), [values])
  return { form, baseValues }
}

/** Puts the server's messages beside their fields, and returns those that belong to none. */
const placeInForm = <V extends FieldValues>(error: unknown, schema: z.ZodObject, form: UseFormReturn<V>): string[] =>
  placeServerErrors(
    error,
    Object.keys(schema.shape),
    (field, message) => form.setError(field as Path<V>, { type: 'server', message }), // a key of the schema is a field of the form
  )

/** The key of the general toast. */
const FAILED = 'form-failed'

const tellFailure = (
  where: 'inline' | 'toast' | 'silent',
  messages: readonly string[],
  showInForm: (messages: readonly string[]) => void,
): void => {
  switch (where) {
    case 'inline':
      return showInForm(messages)
    case 'toast': {
      const message = messages.length === 0 ? formStrings.correct : messages
      notify({ type: 'error', title: formStrings.failed, message, decay: false, key: FAILED })
      return
    }
    case 'silent':
      return
  }
}
