import type { NamedBooking } from './kind.ts'

const over: Partial<Record<NamedBooking['status'], string>> = {
  completed: 'completed',
  no_show: 'a no-show',
  cancelled: 'cancelled',
  error: 'ended in error',
}

/** Why nothing can be done with a booking any more; null: it is open. */
export const isOver = ({ id, status }: NamedBooking): string | null =>
  over[status] === undefined ? null : `Booking ${id} is ${over[status]}`

/** The same, and for passengers who ride. */
export const isOverOrAboard = (booking: NamedBooking): string | null =>
  isOver(booking) ??
  (booking.status === 'on_board'
    ? `${booking.traveler_name} is on board of ${booking.vehicle_number ?? 'the vehicle'}`
    : null)
