import { Select } from '@mantine/core'

type Props<V extends string> = {
  label: string
  /** what stands there while none is chosen */
  any: string
  choices: readonly { value: V; label: string }[]
  /** null is all of them */
  value: V | null
  onChange: (value: V | null) => void
  /** where there are too many to look through */
  searchable?: boolean
  className?: string | undefined
}

/** One of more choices than `ChoiceFilter` has room for, or all of them. */
export const SelectFilter = <V extends string>({ label, any, choices, value, onChange, ...props }: Props<V>) => (
  <Select
    {...props}
    size="sm"
    clearable
    aria-label={label}
    placeholder={any}
    data={[...choices]}
    value={value}
    onChange={(chosen) => onChange(choices.find((choice) => choice.value === chosen)?.value ?? null)}
  />
)
