import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../table/SearchBox.tsx'

type Props = {
  label: string
  value: string
  /** nothing but a number can be typed */
  digits?: boolean
  onChange: (value: string) => void
}

/** A short search of one field: asks half a second after the last key, at once on Enter. */
export const TextFilter = ({ label, value, digits = false, onChange }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const send = useDebouncedCallback(onChange, SEARCH_DEBOUNCE_MS)
  // Back and Forward change it too.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
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
        const next = digits ? text.replaceAll(/\D|^0+/g, '').slice(0, 10) : text
        setTyped(next)
        send(next.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        send.cancel()
        onChange(typed.trim())
      }}
    />
  )
}
