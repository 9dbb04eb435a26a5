import type { AffectedBookings } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { bookingRecords } from '../records/bookings.ts'
import { byIds } from '../records/define-records.ts'
import { PassengerContact } from '../records/PassengerContact.tsx'
import { tripStrings } from './strings.ts'
import classes from './trips.module.css'

const words = tripStrings.statusDialog

/** Whom cancelling the trip concerns, and what becomes of them. */
export const Affected = ({ affected }: { affected: AffectedBookings }) => {
  const { service_requests_to_be_cancelled: gone, service_requests_to_be_reassigned: moved } = affected
  return (
    <section className={classes['affected']} aria-label={words.affected}>
      <ToneAlert tone={moved.length === 0 ? 'danger' : 'warning'} mb={12}>
        {moved.length === 0 ? words.onlyCancelled : words.reassigned}
      </ToneAlert>
      <Bookings ids={[...gone, ...moved]} gone={new Set(gone)} />
    </section>
  )
}

const Bookings = ({ ids, gone }: { ids: readonly number[]; gone: ReadonlySet<number> }) => {
  const can = useCan()
  const format = useFormat()
  const readable = can('LiveBooking:booking:canRead')
  const bookings = useQuery({ ...bookingRecords.rows(byIds(ids)), enabled: readable })
  if (!readable) return <p className={classes['none']}>{tripStrings.mayNotRead}</p>
  if (bookings.isPending) return <Skeleton h={80} />
  if (bookings.data === undefined) return <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
  return (
    <table aria-label={words.affected}>
      <thead>
        <tr>
          {[words.booking, words.passenger, words.pickup, words.outcome].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookings.data.map((booking) => (
          <tr key={booking.id}>
            <td className="numbers">{booking.id}</td>
            <td>
              <PassengerContact
                id={booking.traveler_id}
                name={booking.traveler_name}
                among={bookings.data.map(({ traveler_id }) => traveler_id)}
              />
            </td>
            <td className="numbers">{format.time(booking.pickup.lower_bound)}</td>
            <td>
              {gone.has(booking.id) ? (
                <StatusTag tone="danger">{words.willCancel}</StatusTag>
              ) : (
                <StatusTag tone="warning">{words.willMove}</StatusTag>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
