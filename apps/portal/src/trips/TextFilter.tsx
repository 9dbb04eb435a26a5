import { TextInput } from '@mantine/core'
import { SEARCH_DEBOUNCE_MS } from '../table/SearchBox.tsx'
import { useTypedText } from '../url/use-typed-text.ts'

type Props = {
  label: string
  value: string
  /** nothing but a number can be typed */
  digits?: boolean
  onChange: (value: string) => void
}

/** A short search of one field: asks half a second after the last key, at once on Enter. */
export const TextFilter = ({ label, value, digits = false, onChange }: Props) => {
  const { typed, type, send } = useTypedText({ value, onChange, delay: SEARCH_DEBOUNCE_MS })
  return (
    <TextInput
      type="search"
      w={104}
      aria-label={label}
      placeholder={label}
      value={typed}
      inputMode={digits ? ('numeric' as const) : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(digits ? text.replaceAll(/\D|^0+/g, '').slice(0, 10) : text)
      }}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
    />
  )
}
