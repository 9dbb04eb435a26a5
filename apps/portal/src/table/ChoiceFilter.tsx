import { SegmentedControl } from '@mantine/core'
import { tableStrings } from './strings.ts'

type Props<V extends string> = {
  label: string
  choices: readonly { value: V; label: string }[]
  /** null is all of them */
  value: V | null
  onChange: (value: V | null) => void
}

/** One of a few choices, or all of them, beside the search box. */
export const ChoiceFilter = <V extends string>({ label, choices, value, onChange }: Props<V>) => (
  <SegmentedControl
    size="sm"
    aria-label={label}
    data={[{ value: '', label: tableStrings.all }, ...choices]}
    value={value ?? ''}
    onChange={(chosen) => onChange(choices.find((choice) => choice.value === chosen)?.value ?? null)}
  />
)
