import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { PermissionKey } from '@ambit/contract'
import { DayInput } from './DayInput.tsx'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useCan } from '../auth/permissions.ts'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { useEntityFormContext } from './form-context.ts'
import classes from './fields.module.css'
import { onceReleased } from './once-released.ts'
import { isRequired } from './required.ts'
import { formStrings } from './strings.ts'
import { type TimeStep, timeStepLabel, timeSteps } from './time-steps.ts'
import { typedNumber } from './typed-number.ts'

export type FieldProps = {
  /** the key of the form's schema */
  name: string
  label: string
  placeholder?: string
  /** columns of 24; half a row by default */
  span?: number
  /** shown in bulk edit */
  bulk?: boolean
  /** the key that lets the field show */
  permission?: PermissionKey
  disabled?: boolean
  /** beneath the field: why it cannot be changed */
  note?: string
  /** must be filled wherever it is shown, which its own rule does not say because it is not always shown */
  required?: boolean
}

const HALF_ROW = 12

const fieldClasses = {
  root: classes['field'] ?? '',
  label: classes['label'] ?? '',
  error: classes['error'] ?? '',
}

const beneath = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[], // Mantine wants a list that it may change
})

/** What every field shares: its place, its value, its error, whether it must be filled. */
export const useField = (
  { name, label, placeholder, span = HALF_ROW, disabled = false, note, required = false }: FieldProps,
  checked: 'blur' | 'change',
) => {
  const { schema } = useEntityFormContext()
  const { trigger } = useFormContext()
  const { field, fieldState } = useController({ name })
  const change = (value: unknown): void => {
    field.onChange(value)
    // An invalid field is validated again with every key, so that the message disappears with the mistake.
    if (checked === 'change' || fieldState.invalid) void trigger(name)
  }
  return {
    value: field.value as unknown,
    change,
    props: {
      ref: field.ref,
      name,
      label,
      disabled,
      placeholder,
      onBlur: () => onceReleased(field.onBlur),
      error: fieldState.error?.message,
      withAsterisk: required || isRequired(schema.shape[name]),
      // The dialog's focus trap looks for this; the form focuses the same field.
      'data-autofocus': Object.keys(schema.shape)[0] === name || undefined,
      classNames: fieldClasses,
      style: { gridColumn: `span ${span}` },
      ...(note === undefined ? {} : beneath(note)),
    },
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const useHidden = ({ bulk = false, permission }: FieldProps): boolean => {
  const can = useCan()
  const { mode } = useEntityFormContext()
  return (mode === 'bulkedit' && !bulk) || (permission !== undefined && !can(permission))
}

/** A field in view mode: never marked as required. */
export const ViewField = ({
  label,
  span = HALF_ROW,
  children,
}: {
  label: string
  span?: number
  children: ReactNode
}) => (
  <div className={classes['field']} style={{ gridColumn: `span ${span}` }} data-view>
    <dt className={classes['label']}>{label}</dt>
    <dd className={classes['value']}>{children === '' || children === null ? DASH : children}</dd>
  </div>
)

type TextFieldProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'password'
  autoComplete?: string
  /** when the rule is first checked */
  checked?: 'blur' | 'change'
  /** shown, and not asked for */
  readOnly?: boolean
}

export const TextField = (props: TextFieldProps) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, props.checked ?? 'blur')
  if (useHidden(props)) return null
  if (mode === 'view') return <ViewField {...props}>{asText(field.value)}</ViewField>
  return (
    <TextInput
      {...field.props}
      type={props.type ?? 'text'}
      {...(props.readOnly === true ? { readOnly: true, variant: 'unstyled' } : {})}
      autoComplete={props.autoComplete ?? 'off'}
      value={asText(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
    />
  )
}

/** A telephone number: any spelling; the prefix of the installation as its placeholder. */
export const TelField = (props: FieldProps) => {
  const { phonePrefix } = useSettings().app
  return <TextField placeholder={`${phonePrefix.trim()} `} {...props} type="tel" />
}

/** Below the field, at its end. */
const counter = (length: number, most: number) => beneath(formStrings.counter(length, most))

type TextAreaFieldProps = FieldProps & {
  maxLength?: number
  /** shows how much of the length is used */
  counted?: boolean
}

/**
 * Longer text, growing with its lines.
 * @public part of the form kit
 */
export const TextAreaField = (props: TextAreaFieldProps) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  if (mode === 'view') return <ViewField {...props}>{asText(field.value)}</ViewField>
  return (
    <Textarea
      {...field.props}
      autosize
      minRows={3}
      maxLength={props.maxLength}
      {...(props.counted ? counter(asText(field.value).length, props.maxLength ?? 0) : {})}
      value={asText(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
    />
  )
}

/** `detail` stands beneath the label in the list; the field itself shows the label alone. */
export type Option = { value: string; label: string; disabled?: boolean; detail?: string }
type SelectFieldProps = FieldProps & {
  options: readonly Option[]
  searchable?: boolean
  clearable?: boolean
  /** how the chosen option looks in view mode */
  view?: ReactNode
  /** false: a form that opens on it shows the whole form first */
  openOnFocus?: boolean
  /** of a long list, how many are offered at once: the others are found by typing */
  limit?: number
  /** called after a choice, with what was chosen before */
  onPick?: (value: string, before: string) => void
}

export const SelectField = (props: SelectFieldProps) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  const chosen = props.options.find((option) => option.value === field.value)
  if (mode === 'view') return <ViewField {...props}>{props.view ?? chosen?.label ?? ''}</ViewField>
  return (
    <Select
      {...field.props}
      data={props.options.map((option) => ({ ...option }))}
      searchable={props.searchable ?? false}
      openOnFocus={props.openOnFocus}
      // Enter takes the first that was found; without one it would submit the form.
      selectFirstOptionOnChange={props.searchable ?? false}
      clearable={props.clearable ?? false}
      limit={props.limit}
      {...(props.options.some(({ detail }) => detail !== undefined) ? { renderOption: DetailedOption } : {})}
      value={chosen?.value ?? null}
      onChange={(value) => {
        field.change(value ?? '')
        props.onPick?.(value ?? '', chosen?.value ?? '')
      }}
    />
  )
}

const DetailedOption = ({ option }: { option: Option }): ReactNode => (
  <span className={classes['option']}>
    <span>{option.label}</span> {option.detail !== undefined && <small>{option.detail}</small>}
  </span>
)

type MultiSelectFieldProps = FieldProps & {
  options: readonly Option[]
  searchable?: boolean
  /** false: a form that opens on it shows the whole form first */
  openOnFocus?: boolean
  /** of a long list, how many are offered at once: the others are found by typing */
  limit?: number
}

/** Several of some options. */
export const MultiSelectField = (props: MultiSelectFieldProps) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  const values = Array.isArray(field.value) ? field.value : []
  const chosen = props.options.filter(({ value }) => values.includes(value))
  if (mode === 'view') return <ViewField {...props}>{chosen.map(({ label }) => label).join(', ')}</ViewField>
  const { placeholder, ...rest } = field.props
  return (
    <MultiSelect
      {...rest}
      {...(placeholder === undefined || chosen.length > 0 ? {} : { placeholder })}
      data={props.options.map((option) => ({ ...option }))}
      searchable={props.searchable ?? false}
      limit={props.limit}
      value={chosen.map(({ value }) => value)}
      onChange={field.change}
    />
  )
}

type NumberFieldProps = FieldProps & {
  min?: number
  max?: number
  step?: number
  digits?: number
  /** shown as it is: a year has no thousands */
  plain?: boolean
  /** written after the number, such as % */
  suffix?: string
}

/**
 * A number, or null while empty.
 * @public part of the form kit
 */
export const NumberField = (props: NumberFieldProps) => {
  const { mode } = useEntityFormContext()
  const format = useFormat()
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  const digits = props.digits ?? 0
  if (mode === 'view')
    return (
      <ViewField {...props}>
        {typeof field.value !== 'number'
          ? ''
          : `${props.plain ? field.value : format.number(field.value, digits)}${props.suffix ?? ''}`}
      </ViewField>
    )
  return <NumberInputField field={field} {...props} digits={digits} />
}

const NumberInputField = ({
  field,
  prefix = '',
  suffix = '',
  digits,
  min,
  max,
  step,
}: NumberFieldProps & { field: ReturnType<typeof useField>; prefix?: string; digits: number }) => {
  const [typed, setTyped] = useState<number | string>('')
  const value = typeof field.value === 'number' ? field.value : null
  return (
    <NumberInput
      {...field.props}
      prefix={prefix}
      suffix={suffix}
      decimalScale={digits}
      fixedDecimalScale={prefix !== ''}
      min={min}
      max={max}
      step={step ?? 1}
      value={typedNumber(typed) === value ? typed : (value ?? '')}
      onChange={(entry) => {
        setTyped(entry)
        field.change(typedNumber(entry))
      }}
    />
  )
}

/** An amount of the installation's currency. */
export const CurrencyField = (props: NumberFieldProps) => {
  const { mode } = useEntityFormContext()
  const format = useFormat()
  const { currency } = useSettings().app
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  if (mode === 'view')
    return <ViewField {...props}>{typeof field.value === 'number' ? format.money(field.value) : ''}</ViewField>
  return <NumberInputField field={field} step={0.1} min={0} {...props} digits={2} prefix={`${currency} `} />
}

export const SwitchField = (props: FieldProps) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'change')
  if (useHidden(props)) return null
  const on = field.value === true
  if (mode === 'view') return <ViewField {...props}>{on ? formStrings.yes : formStrings.no}</ViewField>
  const { ref, name, label, disabled, onBlur, error } = field.props
  return (
    <div className={classes['switch']} style={field.props.style}>
      <Switch
        {...{ ref, name, label, disabled, onBlur, error }}
        labelPosition="left"
        checked={on}
        onChange={(event) => field.change(event.currentTarget.checked)}
      />
    </div>
  )
}

/**
 * A calendar date, `YYYY-MM-DD`, without a time or a zone.
 * @public part of the form kit
 */
export const DateField = (props: FieldProps & { minDate?: string; maxDate?: string; clearable?: boolean }) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'blur')
  if (useHidden(props)) return null
  const text = asText(field.value)
  if (mode === 'view')
    return <ViewField {...props}>{text === '' ? '' : text.split('-').toReversed().join('/')}</ViewField>
  return (
    <DayInput
      {...field.props}
      clearable={props.clearable ?? true}
      minDate={props.minDate}
      maxDate={props.maxDate}
      value={text === '' ? null : text}
      onChange={(value) => field.change(value ?? '')}
      // The form holds what is in its field, and refuses it.
      onUnreadable={field.change}
    />
  )
}

/**
 * A time of day in steps of five minutes; `steps` says which are allowed (`fromSteps(to)`, `toSteps(from)`).
 * @public part of the form kit
 */
export const TimeField = ({ steps, ...props }: FieldProps & { steps?: readonly TimeStep[] }) => {
  const { clockHours } = useSettings().app
  const offered = steps ?? timeSteps.map((value) => ({ value, disabled: false }))
  return (
    <SelectField
      {...props}
      searchable
      options={offered.map(({ value, disabled }) => ({ value, disabled, label: timeStepLabel(value, clockHours) }))}
    />
  )
}
