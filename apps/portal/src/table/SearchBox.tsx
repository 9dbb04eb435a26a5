import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isWriting } from '../ui/keys.ts'
import { tableStrings } from './strings.ts'

export const SEARCH_DEBOUNCE_MS = 500

type Props = { value: string; onChange: (value: string) => void; placeholder: string; label: string }

/** Asks half a second after the last key, at once on Enter; `/` brings the keyboard here. */
export const SearchBox = ({ value, onChange, placeholder, label }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const send = useDebouncedCallback(onChange, SEARCH_DEBOUNCE_MS)
  // Back and Forward change the search too.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || isWriting(event.target) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.current?.focus()
  })
  const type = (text: string): void => {
    setTyped(text)
    send(text)
  }
  const sendNow = (text: string): void => {
    send.cancel()
    onChange(text)
  }
  return (
    <TextInput
      ref={input}
      type="search"
      // Wide enough for its own words, and a little narrower where that keeps the filters beside it.
      flex="1 1 300px"
      maw={`clamp(340px, ${placeholder.length + 8}ch, 480px)`}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={tableStrings.clear}
            onClick={() => {
              setTyped('')
              sendNow('')
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && sendNow(typed)}
    />
  )
}
