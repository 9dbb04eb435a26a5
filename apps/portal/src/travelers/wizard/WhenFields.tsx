import { dateIn } from '@ambit/domain'
import { SegmentedControl, Select } from '@mantine/core'
import { DayInput } from '../../form/DayInput.tsx'
import { TimeInput } from '../../form/TimeInput.tsx'
import { useNow } from '../../settings/use-now.ts'
import type { BookingData } from '../booking-draft.ts'
import { wizardStrings as words } from './strings.ts'
import { dateAndTime, defaultTime, timeChoices, travelMoment } from './travel-time.ts'
import classes from './WhenFields.module.css'

type Props = {
  data: BookingData
  timeZone: string
  error: string | undefined
  onChange: (change: Partial<BookingData>) => void
  /** whether the text in the field of the time is a time */
  onReadable: (readable: boolean) => void
}

/** Now, or a date and a time to depart at or arrive by; times are those of the zone. */
export const WhenFields = ({ data, timeZone, error, onChange, onReadable }: Props) => {
  const now = useNow(30_000)
  const today = dateIn(timeZone, now)
  const chosen = data.traveling_at === null ? null : dateAndTime(timeZone, data.traveling_at)
  const date = chosen?.date ?? today
  const time = chosen?.time ?? defaultTime(timeZone, now)
  const offered = timeChoices(timeZone, date, now)
  const times = offered.includes(time) ? offered : [time, ...offered]
  return (
    <fieldset className={classes['when']}>
      <legend className="visually-hidden">{words.leave}</legend>
      <SegmentedControl
        aria-label={words.leave}
        value={data.leaveNow ? 'now' : 'later'}
        data={[
          { value: 'now', label: words.leaveNow },
          { value: 'later', label: words.leaveLater },
        ]}
        onChange={(value) => {
          onReadable(true)
          onChange(
            value === 'now'
              ? { leaveNow: true }
              : { leaveNow: false, traveling_at: travelMoment(timeZone, date, time, now) },
          )
        }}
      />
      {!data.leaveNow && (
        <div className={classes['whenFields']}>
          <Select
            label={words.timePreference}
            data={[
              { value: 'depart', label: words.departAt },
              { value: 'arrive', label: words.arriveBy },
            ]}
            value={data.departing ? 'depart' : 'arrive'}
            onChange={(value) => onChange({ departing: value === 'depart' })}
          />
          <DayInput
            label={words.travelDate}
            valueFormat="YYYY-MM-DD"
            minDate={today}
            value={date}
            onChange={(value) => value !== null && onChange({ traveling_at: travelMoment(timeZone, value, time, now) })}
          />
          <TimeInput
            label={words.travelTime}
            error={error}
            offered={times}
            value={time}
            onChange={(value) => onChange({ traveling_at: travelMoment(timeZone, date, value, now) })}
            onReadable={onReadable}
          />
        </div>
      )}
    </fieldset>
  )
}
