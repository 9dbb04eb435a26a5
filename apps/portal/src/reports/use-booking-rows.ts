import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'

type OfBooking = { service_request_id: number }

/** A row opens the booking that it is about, for those who may see bookings. */
export const useBookingRows = (): { onOpen?: (row: OfBooking) => void } => {
  const open = useOpenDialog()
  if (!useCan()('LiveBooking:booking:canRead')) return {}
  return { onOpen: (row) => open('LiveBookingDialog', 'view', row.service_request_id) }
}
