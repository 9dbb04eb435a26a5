import { dateIn } from '@ambit/domain'
import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { DayInput } from '../../form/DayInput.tsx'
import { TimeInput } from '../../form/TimeInput.tsx'
import { useNow } from '../../settings/use-now.ts'
import type { BookingData } from '../booking-draft.ts'
import type { MissingField } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import { dateAndTime, defaultTime, timeChoices, travelMoment } from './travel-time.ts'
import classes from './WhenFields.module.css'

type Props = {
  data: Pick<BookingData, 'traveling_at' | 'departing'>
  timeZone: string
  /** without a preference the time is one to depart at */
  labels: Record<'date' | 'time', string> & { preference: string | null }
  errors: Partial<Record<MissingField, string>>
  /** nothing is proposed while no time was chosen, and the first field takes the keyboard */
  asks: boolean
  onChange: (change: Partial<BookingData>) => void
  /** whether the text in the field of the time is a time, and that of the date a date */
  onReadable: (readable: boolean) => void
}

/** A date and a time that were chosen one by one: what is asked for and not answered yet is null. */
const nothingPicked: { date: string | null; time: string | null } = { date: null, time: null }

type Unreadable = { date: 'missing' | 'no day' | null; time: boolean }
const allReadable: Unreadable = { date: null, time: false }

/** A date and a time to depart at or arrive by; times are those of the zone. */
export const TimeFields = ({ data, timeZone, labels, errors, asks, onChange, onReadable }: Props) => {
  const now = useNow(30_000)
  const today = dateIn(timeZone, now)
  const chosen = data.traveling_at === null ? null : dateAndTime(timeZone, data.traveling_at)
  const [picked, setPicked] = useState(nothingPicked)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asks) fields.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus()
  }, [asks])
  const date = asks ? picked.date : (chosen?.date ?? today)
  const time = asks ? picked.time : (chosen?.time ?? defaultTime(timeZone, now))
  const offered = timeChoices(timeZone, date ?? '', now)
  const [unreadable, setUnreadable] = useState(allReadable)
  const report = (change: Partial<Unreadable>): void => {
    const next = { ...unreadable, ...change }
    setUnreadable(next)
    onReadable(next.date === null && !next.time)
  }
  const times = time === null || offered.includes(time) ? offered : [time, ...offered]
  const pick = (change: Partial<typeof picked>): void => {
    const next = { date, time, ...change }
    if (next.date === null || next.time === null) return setPicked(next)
    setPicked(nothingPicked)
    onChange({ traveling_at: travelMoment(timeZone, next.date, next.time, now) })
  }
  return (
    <div ref={fields} className={classes['whenFields']}>
      {labels.preference !== null && (
        <Select
          label={labels.preference}
          name="timePreference"
          allowDeselect
          data={[
            { value: 'depart', label: words.departAt },
            { value: 'arrive', label: words.arriveBy },
          ]}
          value={data.departing === null ? null : data.departing ? 'depart' : 'arrive'}
          error={errors.departing}
          onChange={(value) => onChange({ departing: value === null ? null : value === 'depart' })}
        />
      )}
      <DayInput
        label={labels.date}
        name="travelDate"
        data-autofocus={asks || undefined}
        valueFormat="YYYY-MM-DD"
        minDate={today}
        clearable
        value={unreadable.date === null ? date : null}
        error={
          unreadable.date === 'missing' || (errors.traveling_at !== undefined && date === null)
            ? words.missing.travelDate
            : undefined
        }
        onChange={(value) => {
          report({ date: value === null ? 'missing' : null })
          if (value !== null) pick({ date: value })
        }}
        onUnreadable={() => report({ date: 'no day' })}
      />
      <TimeInput
        label={labels.time}
        name="travelTime"
        error={time === null ? errors.traveling_at : undefined}
        missing={words.missing.travelTime}
        offered={times}
        value={time}
        onChange={(value) => pick({ time: value })}
        onReadable={(readable) => report({ time: !readable })}
      />
    </div>
  )
}
