import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dialogText } from '../dialogs/dialog-ref.ts'
import { Link } from '../url/link.tsx'
import { useCan } from '../auth/permissions.ts'
import { PassengerContact } from '../records/PassengerContact.tsx'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import type { PlanDraft } from './plans.ts'
import { bookingsQuery } from './queries.ts'
import classes from './service-plans.module.css'
import { flexibleStrings, planStrings } from './strings.ts'

const words = flexibleStrings.columns

/** The bookings that travel on a schedule, by their pick-up. */
export const PlanBookings = ({ plan, timeZone }: { plan: PlanDraft; timeZone: string }) => {
  const can = useCan()
  const may = can('LiveBooking:booking:canRead')
  const format = useFormat(timeZone)
  const bookings = useQuery({ ...bookingsQuery(plan.trip_id ?? 0), enabled: plan.trip_id !== null && may })
  if (bookings.isLoading) return <Skeleton h={120} role="status" aria-label={planStrings.loading} />
  if (bookings.isError) return <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
  if (bookings.data === undefined || bookings.data.length === 0)
    return <EmptyState title={planStrings.dialog.noBookings} />
  return (
    <table className={classes['bookings']}>
      <caption className="visually-hidden">{planStrings.dialog.bookings}</caption>
      <thead>
        <tr>
          <th scope="col">{words.booking}</th>
          <th scope="col">{words.passenger}</th>
          <th scope="col">{words.from}</th>
          <th scope="col">{words.to}</th>
        </tr>
      </thead>
      <tbody>
        {bookings.data.map((booking) => (
          <tr key={booking.id}>
            <td className="numbers">
              <Link to="." search={openBooking(booking.id)} className="text-link">
                {booking.id}
              </Link>
            </td>
            <td>
              <PassengerContact
                id={booking.traveler_id}
                name={booking.traveler_name}
                among={bookings.data.map(({ traveler_id }) => traveler_id)}
              />
            </td>
            <td>
              <span className="numbers">{format.time(booking.pickup.lower_bound)}</span> {booking.pickup.name}
            </td>
            <td>{booking.dropoff.name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On top of what is open. */
const openBooking =
  (id: number) =>
  (before: PlainSearch): PlainSearch => ({
    ...before,
    d: [before['d'], dialogText('LiveBookingDialog', 'view', id)].filter((part) => part !== undefined).join(','),
  })
