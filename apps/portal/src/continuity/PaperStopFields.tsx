import type { TripStop } from '@ambit/contract'
import { Radio, TextInput } from '@mantine/core'
import { useFormat } from '../settings/format.ts'
import classes from './continuity.module.css'
import { emptyBooking, openBookings, type PaperBooking, type PaperEntry, type PaperErrors } from './paper.ts'
import { continuityStrings } from './strings.ts'

const words = continuityStrings.form

type Props = {
  number: number
  stop: TripStop
  timeZone: string
  entry: PaperEntry
  errors: PaperErrors
  onChange: (entry: PaperEntry) => void
}

/** A stop as on the sheet: when the vehicle came and left, and what became of each who was to board or alight. */
export const PaperStopFields = ({ number, stop, timeZone, entry, errors, onChange }: Props) => {
  const format = useFormat(timeZone)
  const change = (id: number, booking: PaperBooking): void =>
    onChange({ ...entry, bookings: { ...entry.bookings, [id]: booking } })
  return (
    <fieldset className={classes['stop']}>
      <legend>
        {number}. {stop.location_name} <span>{words.planned(format.time(stop.scheduled_at))}</span>
      </legend>
      <div className={classes['times']}>
        {stop.arrived_at === null ? (
          <TextInput
            label={words.arrived}
            value={entry.arrived}
            error={errors[`${stop.id}.arrived`]}
            autoComplete="off"
            onChange={(event) => onChange({ ...entry, arrived: event.currentTarget.value })}
          />
        ) : (
          <p className={classes['line']}>{words.known(format.time(stop.arrived_at))}</p>
        )}
        <TextInput
          label={words.left}
          value={entry.left}
          error={errors[`${stop.id}.left`]}
          autoComplete="off"
          onChange={(event) => onChange({ ...entry, left: event.currentTarget.value })}
        />
      </div>
      {openBookings(stop).map(({ id, name, marks }) => {
        const booking = entry.bookings[id] ?? emptyBooking
        return (
          <div key={id} className={classes['passenger']}>
            <Radio.Group
              label={name}
              aria-label={words.what(name)}
              value={booking.mark ?? ''}
              onChange={(value) => change(id, { ...booking, mark: marks.find((mark) => mark === value) ?? null })}
            >
              <div className={classes['marks']}>
                <Radio value="" label={words.nothing} />
                {marks.map((mark) => (
                  <Radio key={mark} value={mark} label={words[mark]} />
                ))}
              </div>
            </Radio.Group>
            <TextInput
              label={words.atShort}
              aria-label={words.at(name)}
              placeholder={words.atHint}
              value={booking.at}
              error={errors[`${stop.id}.${id}`]}
              autoComplete="off"
              onChange={(event) => change(id, { ...booking, at: event.currentTarget.value })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
