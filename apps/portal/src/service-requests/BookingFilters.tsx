import { requestStatuses } from '@ambit/contract'
import { dateRangePresets, isDateRangePreset } from '@ambit/domain'
import { MultiSelect, Select } from '@mantine/core'
import { bookingStatuses } from '../records/bookings.ts'
import { statusOptions } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { ANY_TIME, type BookingsState, momentsOf } from './bookings-state.ts'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.list

type Props = {
  state: BookingsState
  timeZone: string
  onChange: (change: Partial<BookingsState>) => void
}

/** Time and status; region and zones are chosen in the header. */
export const BookingFilters = ({ state, timeZone, onChange }: Props) => {
  const format = useFormat(timeZone)
  const range = state['filter.date_range']
  const exact = range !== ANY_TIME && !isDateRangePreset(range) ? momentsOf(range, new Date(0), timeZone) : null
  const choices = [
    ...dateRangePresets.map((preset): { value: string; label: string } => ({ value: preset, label: preset })),
    ...(exact === null
      ? []
      : [{ value: range, label: words.exactRange(format.dateTime(exact[0]), format.dateTime(exact[1])) }]),
  ]
  return (
    <>
      <Select
        aria-label={words.dateRange}
        placeholder={words.anyTime}
        w={exact === null ? 164 : 370}
        maxDropdownHeight={400}
        clearable
        data={choices}
        value={range === ANY_TIME ? null : range}
        onChange={(value) => onChange({ 'filter.date_range': chosenRange(value, range) })}
      />
      <MultiSelect
        aria-label={words.status}
        placeholder={state['filter.status'].length === 0 ? words.status : undefined}
        miw={160}
        maw="100%"
        clearable
        maxDropdownHeight={400}
        data={statusOptions(bookingStatuses, requestStatuses)}
        value={[...state['filter.status']]}
        onChange={(chosen) =>
          onChange({ 'filter.status': requestStatuses.filter((status) => chosen.includes(status)) })
        }
      />
    </>
  )
}

const chosenRange = (value: string | null, before: BookingsState['filter.date_range']) => {
  if (value === null) return ANY_TIME
  return isDateRangePreset(value) ? value : before
}
