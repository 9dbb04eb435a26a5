import type { ServiceRequest } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { IconWheelchair } from '@tabler/icons-react'
import { bookingStatuses } from '../records/bookings.ts'
import { RecordStatus } from '../records/status.tsx'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import type { Column } from '../table/column.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { differenceTone, minutesOutside } from './arrival.ts'
import classes from './bookings.module.css'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.table

export const bookingColumns: readonly Column<ServiceRequest>[] = [
  { id: 'id', header: words.id, width: 76, value: ({ id }) => id, sort: 'id', type: 'id', fixed: true },
  {
    id: 'passenger',
    header: words.passenger,
    width: 160,
    value: ({ traveler_name }) => traveler_name,
    primary: true,
    fixed: true,
  },
  {
    id: 'status',
    header: words.status,
    width: 120,
    value: ({ status }) => bookingStatuses[status].text,
    cell: ({ status }) => <RecordStatus of={bookingStatuses} status={status} />,
  },
  {
    id: 'pickup',
    header: words.pickup,
    width: 240,
    sort: 'pickup_lower_bound',
    value: ({ pickup }) => pickup.lower_bound,
    cell: (booking) => <Promised end="pickup" booking={booking} />,
  },
  {
    id: 'pickup_eta',
    header: words.pickupEta,
    width: 168,
    value: ({ pickup }) => pickup.actual ?? pickup.eta,
    cell: (booking) => <Expected end="pickup" booking={booking} />,
  },
  { id: 'from', header: words.from, width: 190, value: ({ origin }) => origin.name },
  { id: 'to', header: words.to, width: 190, value: ({ destination }) => destination.name },
  {
    id: 'dropoff',
    header: words.dropoff,
    width: 164,
    value: ({ dropoff }) => dropoff.lower_bound,
    cell: (booking) => <Promised end="dropoff" booking={booking} />,
  },
  {
    id: 'dropoff_eta',
    header: words.dropoffEta,
    width: 168,
    value: ({ dropoff }) => dropoff.actual ?? dropoff.eta,
    cell: (booking) => <Expected end="dropoff" booking={booking} />,
  },
  {
    id: 'seats',
    header: words.seats,
    width: 84,
    value: ({ passenger_count }) => passenger_count,
    cell: (booking) => <Seats booking={booking} />,
  },
  {
    id: 'vehicle',
    header: words.vehicle,
    width: 170,
    value: ({ vehicle_number, trip_name }) => [vehicle_number, trip_name].filter(Boolean).join(' '),
    cell: ({ vehicle_number, trip_name }) =>
      trip_name === null ? null : (
        <>
          <strong>{vehicle_number ?? DASH}</strong> <span className={classes['muted']}>{trip_name}</span>
        </>
      ),
  },
  { id: 'zone', header: words.zone, width: 150, value: ({ zone_name }) => zone_name },
  {
    id: 'payment',
    header: words.payment,
    width: 160,
    value: ({ payment_method, payment_status }) =>
      `${bookingStrings.paymentMethods[payment_method]}, ${bookingStrings.paymentStatuses[payment_status].toLowerCase()}`,
  },
]

type EndProps = { booking: ServiceRequest; end: 'pickup' | 'dropoff' }

/** The window by the zone's own clocks; the day of the pick-up as well, unless that is today. */
const Promised = ({ booking, end }: EndProps) => {
  const { lower_bound, upper_bound } = booking[end]
  const format = useFormat(booking.time_zone)
  const day = (moment: Date): string => dateIn(booking.time_zone, moment)
  const before = end === 'pickup' ? serverClock.now() : new Date(booking.pickup.lower_bound)
  const today = day(new Date(lower_bound)) === day(before)
  return (
    <span className="numbers">
      {bookingStrings.window(format.time(lower_bound), format.time(upper_bound))}
      {!today && <span className={classes['day']}>{format.date(lower_bound)}</span>}
    </span>
  )
}

/** What is expected, or what happened; how far outside the promise, in words. */
const Expected = ({ booking, end }: EndProps) => {
  const format = useFormat(booking.time_zone)
  const served = booking[end]
  const known = served.actual ?? served.eta
  const outside = minutesOutside(served)
  if (known === null) return null
  return (
    <span className={classes['expected']}>
      <span className="numbers">{format.time(known)}</span>
      {outside !== null && outside !== 0 && (
        <StatusTag tone={differenceTone(outside)}>
          {outside < 0 ? bookingStrings.early(-outside) : bookingStrings.late(outside)}
        </StatusTag>
      )}
    </span>
  )
}

const Seats = ({ booking: { passenger_count, mobility_support } }: { booking: ServiceRequest }) => (
  <span className={classes['seats']}>
    {passenger_count}
    {mobility_support > 0 && (
      <>
        <IconWheelchair size={15} aria-hidden />
        <span aria-hidden="true">{mobility_support}</span>
        <span className="visually-hidden">{`, ${words.wheelchairs(mobility_support)}`}</span>
      </>
    )}
  </span>
)
