import { useCan } from '../../auth/permissions.ts'
import { dialogText } from '../../dialogs/dialog-ref.ts'
import { Link } from '../../url/link.tsx'
import { scopedSearch } from '../../url/scope-link.ts'

/** To the booking on the page of bookings. */
export const BookingLink = ({ id, children }: { id: number; children: string }) => {
  const can = useCan()
  if (!can('LiveBooking:booking:canRead')) return children
  return (
    <Link
      to="/LiveBookings"
      search={(before) => ({ ...scopedSearch(before), d: dialogText('LiveBookingDialog', 'view', id) })}
      className="text-link"
    >
      {children}
    </Link>
  )
}
