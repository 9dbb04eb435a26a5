import type { BoardBooking } from '@ambit/contract'
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { AidMarks } from '../records/AidMarks.tsx'
import type { Format } from '../settings/create-format.ts'
import classes from './board.module.css'
import type { Bar } from './board-layout.ts'
import { EffectMarks } from '../records/effects/EffectMarks.tsx'
import { effectStrings } from '../records/effects/strings.ts'
import { boardStrings as words } from './strings.ts'

const MINUTE = 60

/** What a screen reader says of a booking on the board. */
export const spoken = (booking: BoardBooking, format: Format): string =>
  [
    booking.traveler_name,
    ...(booking.passenger_count > 1 ? [words.people(booking.passenger_count)] : []),
    `${format.time(booking.pickup_at ?? booking.pickup.from)}–${format.time(booking.dropoff_at ?? booking.dropoff.until)}`,
    ...(booking.late_s >= MINUTE ? [words.late(booking.late_s)] : []),
    ...(booking.status === 'secured' ? [words.secured] : []),
    ...booking.marks.map((mark) => effectStrings.marks[mark]),
    ...(booking.aids ?? []).map(({ name }) => name),
  ].join(', ')

type Props = {
  bar: Bar
  current: boolean
  held: boolean
  format: Format
}

/** One booking from pick-up to drop-off; the board listens for what is done with it. */
export const BookingBar = memo(({ bar: { booking, lane, start, end }, current, held, format }: Props) => (
  <button
    type="button"
    className={classes['bar']}
    style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%`, top: `calc(${lane} * var(--lane) + 2px)` }}
    data-booking={booking.id}
    data-status={booking.status}
    data-late={booking.late_s >= MINUTE || undefined}
    data-held={held || undefined}
    tabIndex={current ? 0 : -1}
    aria-label={spoken(booking, format)}
    title={spoken(booking, format)}
  >
    {booking.status === 'secured' && <IconLock size={12} aria-hidden />}
    <EffectMarks marks={booking.marks} short />
    <AidMarks aids={booking.aids} short />
    <span className={classes['barName']}>{booking.traveler_name}</span>
    {booking.late_s >= MINUTE && <span className={classes['barLate']}>{words.late(booking.late_s)}</span>}
  </button>
))
