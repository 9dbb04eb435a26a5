import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'

/**
 * A day, typed or chosen. Enter takes what was typed and closes the calendar, where Mantine's own leaves it open and
 * lets the browser send the form.
 */
export const DayInput = (props: DateInputProps) => {
  const [taken, setTaken] = useState(false)
  return (
    <DateInput
      {...props}
      {...(taken ? { popoverProps: { opened: false } } : {})}
      onKeyDown={(event) => {
        setTaken(event.key === 'Enter')
        if (event.key === 'Enter') event.preventDefault()
      }}
      onClick={() => setTaken(false)}
      onFocus={() => setTaken(false)}
    />
  )
}
