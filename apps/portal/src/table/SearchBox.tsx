import { CloseButton, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { isWriting } from '../ui/keys.ts'
import { useTypedText } from '../url/use-typed-text.ts'
import { tableStrings } from './strings.ts'

export const SEARCH_DEBOUNCE_MS = 500

type Props = { value: string; onChange: (value: string) => void; placeholder: string; label: string }

/** Asks half a second after the last key, at once on Enter; `/` brings the keyboard here. */
export const SearchBox = ({ value, onChange, placeholder, label }: Props) => {
  const { typed, type, send } = useTypedText({ value, onChange, delay: SEARCH_DEBOUNCE_MS })
  const input = useRef<HTMLInputElement>(null)
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || isWriting(event.target) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.current?.focus()
  })
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
              send('')
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
    />
  )
}
