import type { ServiceRequest } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExpectedTime, PromisedTime } from '../../records/BookingTimes.tsx'
import { shownBookingStatus, shownBookingStatuses, travelerBookingsQuery } from '../../records/bookings.ts'
import { RecordStatus } from '../../records/status.tsx'
import { DASH } from '../../settings/create-format.ts'
import type { PageSize } from '../../table/list-state.ts'
import { Pager } from '../../table/Pager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { BookAgainButton } from '../../records/BookAgainButton.tsx'
import { BookingLink } from './BookingLink.tsx'
import { ChangeButton } from './ChangeButton.tsx'
import { RIDES_PER_PAGE } from './rides.ts'
import { rideStrings as words } from './strings.ts'
import classes from './TravelerBookings.module.css'

/** All bookings of one passenger: the next ride first, past ones after those to come. */
export const TravelerBookings = ({ travelerId }: { travelerId: number }) => {
  const [{ page, perPage }, turn] = useState<{ page: number; perPage: PageSize }>({ page: 1, perPage: RIDES_PER_PAGE })
  const bookings = useQuery({
    ...travelerBookingsQuery(travelerId, page, perPage),
    placeholderData: keepPreviousData,
  })
  if (bookings.isPending) return <Skeleton h={160} role="status" aria-label={words.loading} />
  if (bookings.data === undefined) return <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
  const { data, meta } = bookings.data
  if (meta.total === 0) return <EmptyState title={words.none} />
  return (
    <>
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-label={words.table}>
          <thead>
            <tr>
              {Object.values(words.columns).map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((booking) => (
              <Row key={booking.id} booking={booking} />
            ))}
          </tbody>
        </table>
      </div>
      {meta.total > RIDES_PER_PAGE && (
        <Pager
          label={words.pager}
          page={page}
          perPage={perPage}
          total={meta.total}
          onPage={(next) => turn({ page: next, perPage })}
          onPerPage={(next) => turn({ page: 1, perPage: next })}
        />
      )}
    </>
  )
}

const Row = ({ booking }: { booking: ServiceRequest }) => (
  <tr>
    <td className="numbers">
      <BookingLink id={booking.id}>{String(booking.id)}</BookingLink>
    </td>
    <td>
      <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking)} />
    </td>
    <td className={classes['promised']}>
      <PromisedTime booking={booking} end="pickup" />
    </td>
    <td className={classes['expected']}>
      <ExpectedTime booking={booking} end="pickup" />
    </td>
    <td className={classes['places']}>{`${booking.origin.name} → ${booking.destination.name}`}</td>
    <td className={classes['whole']}>{booking.vehicle_number ?? DASH}</td>
    <td>
      <ChangeButton booking={booking} />
      <BookAgainButton id={booking.id} />
    </td>
  </tr>
)
