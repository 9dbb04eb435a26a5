import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useNamedCalendar } from '../form/use-named-calendar.ts'
import { type ChosenRange, RANGE_FORMAT, RANGE_STEP, todayIn } from './date-range.ts'
import { tripStrings as words } from './strings.ts'

type Props = { range: ChosenRange; timeZone: string; now: Date; onChange: (range: ChosenRange) => void }

/** From and until when: today by default, any date once it is cleared. */
export const DateRangeFilter = ({ range, timeZone, now, onChange }: Props) => {
  const calendar = useNamedCalendar()
  const today = todayIn(timeZone, now)
  const shown = range === 'any' ? null : (range ?? today)
  // Between the two clicks of a range only its first end is known.
  const [half, setHalf] = useState<string | null>(null)
  const value: [string | null, string | null] = half === null ? [shown?.from ?? null, shown?.to ?? null] : [half, null]
  const choose = ([from, to]: [string | null, string | null]): void => {
    if (from !== null && to === null) return setHalf(from)
    setHalf(null)
    if (from === null || to === null) return onChange('any')
    const next = { from: from.slice(0, 16), to: to.slice(0, 16) }
    onChange(next.from === today.from && next.to === today.to ? null : next)
  }
  return (
    <DateTimePicker
      type="range"
      {...calendar}
      // What it is, and what it shows.
      aria-label={words.dateRangeOf(shown === null ? words.anyDate : `${shown.from} – ${shown.to}`)}
      placeholder={words.anyDate}
      leftSection={<IconCalendar size={15} aria-hidden />}
      miw={290}
      valueFormat={RANGE_FORMAT}
      clearable
      clearButtonProps={{ 'aria-label': words.clearDateRange, tabIndex: 0 }}
      value={value}
      onChange={choose}
      timePickerProps={{ minutesStep: RANGE_STEP }}
      onDropdownClose={half === null ? undefined : () => setHalf(null)}
    />
  )
}
