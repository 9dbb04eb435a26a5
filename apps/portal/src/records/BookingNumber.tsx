import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import classes from './BookingNumber.module.css'
import { bookingWords as words } from './booking-words.ts'

/** The number of a booking, which opens it for users who may read bookings. */
export const BookingNumber = ({ id, name }: { id: number; name: string }) => {
  const can = useCan()
  const open = useOpenDialog()
  if (!can('LiveBooking:booking:canRead')) return <span className={`numbers ${classes['plain']}`}>{id}</span>
  return (
    <button
      type="button"
      className={`numbers ${classes['number']}`}
      aria-label={words.open(id, name)}
      onClick={() => open('LiveBookingDialog', 'view', id)}
    >
      {id}
    </button>
  )
}
