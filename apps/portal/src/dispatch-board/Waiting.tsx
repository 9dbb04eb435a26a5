import type { BoardBooking } from '@ambit/contract'
import { memo } from 'react'
import type { Format } from '../settings/create-format.ts'
import classes from './board.module.css'
import { spoken } from './BookingBar.tsx'
import { EffectMarks } from '../records/effects/EffectMarks.tsx'
import { boardStrings as words } from './strings.ts'

type Props = {
  bookings: readonly BoardBooking[]
  format: Format
  current: number | null
  held: number | null
}

/** The bookings without a vehicle, in the order in which they are due. */
export const Waiting = memo(({ bookings, format, current, held }: Props) => (
  <section className={classes['waiting']} aria-label={words.waiting}>
    <h2>{bookings.length === 0 ? words.waiting : words.waitingCount(bookings.length)}</h2>
    {bookings.length === 0 ? (
      <span className={classes['driver']}>{words.noneWaiting}</span>
    ) : (
      <ul className={classes['chips']}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <button
              type="button"
              className={classes['bar']}
              data-booking={booking.id}
              data-status={booking.status}
              data-held={booking.id === held || undefined}
              tabIndex={booking.id === current ? 0 : -1}
              aria-label={spoken(booking, format)}
              title={spoken(booking, format)}
            >
              <EffectMarks marks={booking.marks} short />
              <span className="numbers">{format.time(booking.pickup.from)}</span>
              <span className={classes['barName']}>{booking.traveler_name}</span>
            </button>
          </li>
        ))}
      </ul>
    )}
  </section>
))
