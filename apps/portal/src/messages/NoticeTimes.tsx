import { DateTimePicker } from '@mantine/dates'
import { momentOf, wallTime } from '../form/date-time.ts'
import { useNamedCalendar } from '../form/use-named-calendar.ts'
import type { Problems, Written } from './notice-draft.ts'
import { noticeStrings as words } from './notice-strings.ts'

type Props = {
  written: Pick<Written, 'valid_from' | 'valid_until'>
  edit: (part: Partial<Written>) => void
  problems: Problems
  /** of the region, by whose clocks they are chosen */
  timeZone: string
}

/** From when until when a notice holds. */
export const NoticeTimes = ({ written: { valid_from, valid_until }, edit, problems, timeZone }: Props) => {
  const fromCalendar = useNamedCalendar()
  const untilCalendar = useNamedCalendar()
  return (
    <>
      <DateTimePicker
        {...fromCalendar}
        label={words.from}
        description={words.timeIn(timeZone)}
        placeholder={words.choose}
        error={problems.from}
        value={wallTime(timeZone, valid_from)}
        onChange={(value) => edit({ valid_from: momentOf(timeZone, value) })}
      />
      <DateTimePicker
        {...untilCalendar}
        label={words.until}
        placeholder={words.choose}
        error={problems.until}
        value={wallTime(timeZone, valid_until)}
        onChange={(value) => edit({ valid_until: momentOf(timeZone, value) })}
      />
    </>
  )
}
