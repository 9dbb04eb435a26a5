import type { ServiceRequest } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { measuredEnd, minutesOutside, rowTone } from './arrival.ts'
import { bookingWords } from './booking-words.ts'
import classes from './BookingTimes.module.css'

type EndProps = { booking: ServiceRequest; end: 'pickup' | 'dropoff' }

/** The window that was first promised, by the zone's own clocks; the day of the pick-up as well, unless that is today. */
export const PromisedTime = ({ booking, end }: EndProps) => {
  const { promised_lower_bound: from, promised_upper_bound: until } = booking[end]
  const format = useFormat(booking.time_zone)
  const day = (moment: Date): string => dateIn(booking.time_zone, moment)
  const before = end === 'pickup' ? serverClock.now() : new Date(booking.pickup.promised_lower_bound)
  const today = day(new Date(from)) === day(before)
  return (
    <span className="numbers">
      {bookingWords.window(format.time(from), format.time(until))}
      {!today && <span className={classes['day']}>{format.date(from)}</span>}
    </span>
  )
}

/** What is expected, or what happened; how far outside the promise, in words. */
export const ExpectedTime = ({ booking, end }: EndProps) => {
  const format = useFormat(booking.time_zone)
  const served = booking[end]
  const known = served.actual ?? served.eta
  const outside = minutesOutside(measuredEnd(booking, end))
  if (known === null) return null
  return (
    <span className={classes['expected']}>
      <span className="numbers">{format.time(known)}</span>
      {outside !== null && outside !== 0 && (
        <StatusTag tone={rowTone(outside, end === 'pickup' && served.actual === null)}>
          {outside < 0 ? bookingWords.early(-outside) : bookingWords.late(outside)}
        </StatusTag>
      )}
    </span>
  )
}
