import type { ServiceRequest } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { differenceTone, measuredEnd, minutesOutside } from '../../records/arrival.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { shownBookingStatus, shownBookingStatuses, travelerBookingsQuery } from '../../records/bookings.ts'
import { RecordStatus } from '../../records/status.tsx'
import { useFormat } from '../../settings/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Link } from '../../url/link.tsx'
import { scopedSearch } from '../../url/scope-link.ts'
import { BookAgainButton } from '../../records/BookAgainButton.tsx'
import { BookingLink } from './BookingLink.tsx'
import { ChangeButton } from './ChangeButton.tsx'
import classes from './NextRide.module.css'
import { RIDES_PER_PAGE } from './rides.ts'
import { rideStrings as words } from './strings.ts'

/** "Where is my bus?": the passenger's next ride with what is expected now, kept up to date by the live stream. */
export const NextRide = ({ travelerId }: { travelerId: number }) => {
  const bookings = useQuery(travelerBookingsQuery(travelerId, 1, RIDES_PER_PAGE))
  const [next] = bookings.data?.data ?? []
  if (next === undefined || !openRequestStatuses.some((status) => status === next.status)) return null
  return <Ride booking={next} />
}

const Ride = ({ booking }: { booking: ServiceRequest }) => {
  const { id, status, region_id, trip_id, vehicle_number } = booking
  const can = useCan()
  const format = useFormat(booking.time_zone)
  const end = status === 'on_board' ? 'dropoff' : 'pickup'
  const stop = booking[end]
  const outside = minutesOutside(measuredEnd(booking, end))
  return (
    <section className={classes['ride']} aria-label={words.next}>
      <div className={classes['line']}>
        <strong>{words.next}</strong>
        <span className={classes['when']}>
          {words[end]} {stop.eta === null ? words.notExpected : words.expected(format.time(stop.eta))}
        </span>
        {outside !== null && outside !== 0 && (
          <StatusTag tone={differenceTone(outside)}>
            {outside < 0 ? bookingWords.early(-outside) : bookingWords.late(outside)}
          </StatusTag>
        )}
        {vehicle_number !== null && <strong className={classes['vehicle']}>{vehicle_number}</strong>}
        <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking)} />
      </div>
      <div className={classes['line']}>
        <span className={classes['muted']}>
          {`${format.day(stop.promised_lower_bound)}, ${words.promised(bookingWords.window(format.time(stop.promised_lower_bound), format.time(stop.promised_upper_bound)))}`}
        </span>
        <span className={classes['place']}>{`${booking.pickup.name} → ${booking.dropoff.name}`}</span>
        <BookingLink id={id}>{words.booking(id)}</BookingLink>
        <ChangeButton booking={booking} />
        <BookAgainButton id={id} />
        {trip_id !== null && can('VehicleMonitoring:monitoring:canRead') && (
          <Link
            to={`/VehicleMonitoring/region/${region_id}/trip/${trip_id}/service-requests/${id}`}
            search={scopedSearch}
            className="text-link"
          >
            {words.follow}
          </Link>
        )}
      </div>
    </section>
  )
}
