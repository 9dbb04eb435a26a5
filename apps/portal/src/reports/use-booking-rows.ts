import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'

/** A row opens the booking that it is about, for those who may see bookings. */
export const useBookingRows = <R extends { service_request_id: number }>(): { onOpen?: (row: R) => void } => {
  const open = useOpenDialog()
  if (!useCan()('LiveBooking:booking:canRead')) return {}
  return { onOpen: (row) => open('LiveBookingDialog', 'view', row.service_request_id) }
}
