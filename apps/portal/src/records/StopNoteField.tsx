import { STOP_NOTE_LENGTH } from '@ambit/contract'
import { Textarea } from '@mantine/core'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.stopNotes

type Props = {
  end: 'dropoff' | 'pickup'
  value: string
  /** where the text was taken from; left out: it was typed */
  from?: string | null
  takesFocus?: boolean
  onChange: (text: string) => void
}

/** What the driver is told at one stop of a booking. */
export const StopNoteField = ({ end, value, from = null, takesFocus = false, onChange }: Props) => (
  <Textarea
    label={words[end]}
    description={[from, words.hint(STOP_NOTE_LENGTH - value.length)].filter((part) => part !== null).join(' ')}
    autosize
    minRows={1}
    maxRows={4}
    maxLength={STOP_NOTE_LENGTH}
    autoFocus={takesFocus}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
