import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

type Options = {
  /** as the address has it */
  value: string
  /** writes it there */
  onChange: (text: string) => void
  /** after the last key. ms */
  delay: number
}

/** A field whose text the address follows a moment later, without the spaces around it. */
export const useTypedText = ({ value, onChange, delay }: Options) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Back, Forward and buttons change it too. What was sent from here comes back late, and takes no letters away.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const send = (text: string): void => {
    setSent(text.trim())
    onChange(text.trim())
  }
  // What is no longer in the field, as Back has put something else there, is not asked for.
  const sendSoon = useDebouncedCallback((text: string) => text === typed && send(text), delay)
  return {
    typed,
    type: (text: string): void => {
      setTyped(text)
      sendSoon(text)
    },
    /** at once */
    send: (text: string): void => {
      sendSoon.cancel()
      setTyped(text)
      send(text)
    },
  }
}
