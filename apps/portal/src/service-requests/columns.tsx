import type { ServiceRequest } from '@ambit/contract'
import { IconWheelchair } from '@tabler/icons-react'
import { bookingWords } from '../records/booking-words.ts'
import { ExpectedTime, PromisedTime } from '../records/BookingTimes.tsx'
import { shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { RecordStatus } from '../records/status.tsx'
import { DASH } from '../settings/create-format.ts'
import type { Column } from '../table/column.ts'
import classes from './bookings.module.css'
import { PassengerLink } from './PassengerLink.tsx'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.table

export const bookingColumns: readonly Column<ServiceRequest>[] = [
  { id: 'id', header: words.id, width: 76, value: ({ id }) => id, sort: 'id', type: 'id', fixed: true },
  {
    id: 'passenger',
    header: words.passenger,
    width: 160,
    value: ({ traveler_name }) => traveler_name,
    cell: ({ traveler_id, traveler_name }) => <PassengerLink id={traveler_id}>{traveler_name}</PassengerLink>,
    primary: true,
    fixed: true,
  },
  {
    id: 'status',
    header: words.status,
    width: 120,
    value: (booking) => shownBookingStatuses[shownBookingStatus(booking)].text,
    cell: (booking) => <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking)} />,
  },
  {
    id: 'pickup',
    header: words.pickup,
    width: 240,
    sort: 'pickup_lower_bound',
    value: ({ pickup }) => pickup.promised_lower_bound,
    cell: (booking) => <PromisedTime end="pickup" booking={booking} />,
  },
  {
    id: 'pickup_eta',
    header: words.pickupEta,
    width: 196,
    value: ({ pickup }) => pickup.actual ?? pickup.eta,
    cell: (booking) => <ExpectedTime end="pickup" booking={booking} />,
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
  { id: 'from', header: words.from, width: 190, value: ({ origin }) => origin.name },
  { id: 'to', header: words.to, width: 190, value: ({ destination }) => destination.name },
  {
    id: 'dropoff',
    header: words.dropoff,
    width: 164,
    value: ({ dropoff }) => dropoff.promised_lower_bound,
    cell: (booking) => <PromisedTime end="dropoff" booking={booking} />,
  },
  {
    id: 'dropoff_eta',
    header: words.dropoffEta,
    width: 196,
    value: ({ dropoff }) => dropoff.actual ?? dropoff.eta,
    cell: (booking) => <ExpectedTime end="dropoff" booking={booking} />,
  },
  {
    id: 'seats',
    header: words.seats,
    width: 84,
    value: ({ passenger_count }) => passenger_count,
    cell: (booking) => <Seats booking={booking} />,
  },
  { id: 'zone', header: words.zone, width: 150, value: ({ zone_name }) => zone_name },
  {
    id: 'payment',
    header: words.payment,
    width: 160,
    value: ({ payment_method, payment_status }) =>
      `${bookingWords.paymentMethods[payment_method]}, ${bookingStrings.paymentStatuses[payment_status].toLowerCase()}`,
  },
]

const Seats = ({ booking: { passenger_count, mobility_support } }: { booking: ServiceRequest }) => (
  <span className={classes['seats']}>
    {passenger_count}
    {mobility_support !== null && mobility_support > 0 && (
      <>
        <IconWheelchair size={15} aria-hidden />
        <span aria-hidden="true">{mobility_support}</span>
        <span className="visually-hidden">{`, ${words.wheelchairs(mobility_support)}`}</span>
      </>
    )}
  </span>
)
