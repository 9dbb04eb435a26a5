import { dateIn } from '@ambit/domain'
import { SegmentedControl } from '@mantine/core'
import { useNow } from '../../settings/use-now.ts'
import type { BookingData } from '../booking-draft.ts'
import type { MissingField } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import { TimeFields } from './TimeFields.tsx'
import { dateAndTime, defaultTime, travelMoment } from './travel-time.ts'
import classes from './WhenFields.module.css'

type Props = {
  data: BookingData
  timeZone: string
  errors: Partial<Record<MissingField, string>>
  onChange: (change: Partial<BookingData>) => void
  /** whether the text in the field of the time is a time, and that of the date a date */
  onReadable: (readable: boolean) => void
}

const labels = { preference: words.timePreference, date: words.travelDate, time: words.travelTime }

/** Now, or a date and a time to depart at or arrive by; times are those of the zone. */
export const WhenFields = ({ data, timeZone, errors, onChange, onReadable }: Props) => {
  const now = useNow(30_000)
  const later = (): string => {
    const { date, time } =
      data.traveling_at === null
        ? { date: dateIn(timeZone, now), time: defaultTime(timeZone, now) }
        : dateAndTime(timeZone, data.traveling_at)
    return travelMoment(timeZone, date, time, now)
  }
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
        name="leaveAsap"
        onChange={(value) => {
          onReadable(true)
          onChange(value === 'now' ? { leaveNow: true } : { leaveNow: false, traveling_at: later() })
        }}
      />
      {!data.leaveNow && (
        <TimeFields
          data={data}
          timeZone={timeZone}
          labels={labels}
          errors={errors}
          // A journey that is booked again asks for its date and time, which nothing is proposed for.
          asks={data.traveling_at === null}
          onChange={onChange}
          onReadable={onReadable}
        />
      )}
    </fieldset>
  )
}
