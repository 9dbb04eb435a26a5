import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { typedDate } from '../theme/typed-date.ts'
import { formStrings } from './strings.ts'

type Props = Omit<DateInputProps, 'value' | 'minDate' | 'maxDate'> & {
  /** `YYYY-MM-DD`; other text is what `onUnreadable` gave */
  value: string | null
  minDate?: string | undefined
  maxDate?: string | undefined
  /** what was typed is no day that may be chosen */
  onUnreadable?: (text: string) => void
}

/**
 * A day, typed or chosen. Enter takes what was typed and closes the calendar, where Mantine's own leaves it open and
 * lets the browser send the form. A text that is no day stays in the field, marked, where Mantine's own returns to the
 * day before without a word.
 */
export const DayInput = ({ onUnreadable, ...props }: Props) => {
  const [taken, setTaken] = useState(false)
  const typed = useTyped(props)
  return (
    <DateInput
      {...props}
      key={typed.key}
      value={isDay(props.value) ? props.value : null}
      {...(taken ? { popoverProps: { opened: false } } : {})}
      fixOnBlur={typed.error === null}
      error={(typed.left ? typed.error : null) ?? props.error}
      onInput={({ currentTarget: { value } }) => {
        if (typed.type(value) !== null) onUnreadable?.(value)
      }}
      onChange={(value) => {
        typed.forget()
        props.onChange?.(value)
      }}
      onKeyDown={(event) => {
        setTaken(event.key === 'Enter')
        if (event.key !== 'Enter') return
        event.preventDefault()
        typed.leave()
      }}
      onBlur={(event) => {
        typed.leave()
        props.onBlur?.(event)
      }}
      onClick={() => setTaken(false)}
      onFocus={() => setTaken(false)}
    />
  )
}

/** What stands in the field where it is no day; forgotten when the value is changed from outside. */
const useTyped = ({ value, minDate, maxDate, clearable }: Props) => {
  const [text, setText] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const [known, setKnown] = useState(value)
  const [key, setKey] = useState(0)
  if (value !== known) {
    setKnown(value)
    // Many a form has no value while the text is no day.
    const own = value === text || (value === null && isDay(known))
    if (text !== null && !own) {
      setText(null)
      setKey(key + 1)
    }
  }
  const wrong = (typed: string): string | null => {
    if (typed.trim() === '' && clearable === true) return null
    const day = typedDate(typed)
    if (day === null) return formStrings.noSuchDay
    if (minDate !== undefined && day < minDate) return formStrings.tooEarly(shown(minDate))
    return maxDate !== undefined && day > maxDate ? formStrings.tooLate(shown(maxDate)) : null
  }
  return {
    key,
    left,
    error: text === null ? null : wrong(text),
    type: (typed: string): string | null => {
      setText(typed)
      setLeft(false)
      return wrong(typed)
    },
    leave: () => setLeft(true),
    forget: () => setText(null),
  }
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

const shown = (day: string): string => day.slice(0, 10).split('-').toReversed().join('/')
