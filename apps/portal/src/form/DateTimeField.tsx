import { DateTimePicker } from '@mantine/dates'
import { serverClock } from '../settings/use-now.ts'
import { momentOf, type Shortcut, shortcutValues, wallTime } from './date-time.ts'
import { useEntityFormContext } from './form-context.ts'
import { type FieldProps, useField, useHidden, ViewField } from './fields.tsx'
import { browserTimeZone } from './time-zones.ts'
import { useNamedCalendar } from './use-named-calendar.ts'

/** A moment as an ISO timestamp, or empty; shown and chosen as this machine's clock has it. */
export const DateTimeField = ({ shortcuts, ...props }: FieldProps & { shortcuts: readonly Shortcut[] }) => {
  const { mode } = useEntityFormContext()
  const field = useField(props, 'change')
  const timeZone = browserTimeZone()
  const calendar = useNamedCalendar()
  if (useHidden(props)) return null
  const iso = typeof field.value === 'string' ? field.value : ''
  const wall = wallTime(timeZone, iso)
  if (mode === 'view') return <ViewField {...props}>{shown(wall)}</ViewField>
  return (
    <DateTimePicker
      {...field.props}
      {...calendar}
      clearable
      presets={shortcutValues(timeZone, iso, serverClock.now(), shortcuts)}
      value={wall}
      onChange={(value) => field.change(momentOf(timeZone, value))}
    />
  )
}

const shown = (wall: string | null): string =>
  wall === null ? '' : `${wall.slice(0, 10).split('-').toReversed().join('-')} ${wall.slice(11, 16)}`
