import { api, type ServiceException } from '@ambit/contract'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { writeAction } from '../action-id.ts'
import { byFit } from '../board-fit.ts'
import { exceptionStrings as words } from './strings.ts'

export type Fix = { label: string; run: () => void }

/** What can be done about it, the best first. What changes a plan opens its effect, and changes nothing before it is accepted. */
export const useFixes = (exception: ServiceException): readonly Fix[] => {
  const open = useOpenDialog()
  const can = useCan()
  const { kind, facts, trip_id, bookings } = exception
  const [first] = bookings
  const fixes: Fix[] = []
  const move = async (bookingId: number): Promise<void> => {
    const trip = await bestTrip(bookingId, trip_id)
    if (trip !== null)
      open(
        'EffectDialog',
        'edit',
        writeAction({ kind: 'assign', service_request_ids: [bookingId], trip_id: trip, hold: 'short' }),
      )
  }
  const movable = kind === 'promise_at_risk' || kind === 'booking_waiting' || kind === 'disruption'
  if (movable && first !== undefined && can('DispatchManagement:assign:canUpdate'))
    fixes.push({
      label: words.move(first.traveler_name),
      run: () => void move(first.service_request_id),
    })
  if (kind === 'incident' && facts.incident === 'breakdown' && trip_id !== null)
    fixes.push({ label: words.lost, run: () => open('LostVehicleDialog', 'edit', trip_id) })
  if (trip_id !== null && kind === 'message_unanswered' && can('Messaging:driverThread:canRead'))
    fixes.push({ label: words.writeDriver, run: () => open('DriverThreadDialog', 'view', trip_id) })
  const booking = facts.service_request_id ?? first?.service_request_id
  if (booking !== undefined && can('LiveBooking:booking:canRead'))
    fixes.push({ label: words.openBooking, run: () => open('LiveBookingDialog', 'view', booking) })
  return fixes
}

/** The other trip that takes the booking best, as the board would; null, which is told, where none does. */
const bestTrip = async (bookingId: number, tripId: number | null): Promise<number | null> => {
  try {
    const { data } = await client.call(api.dispatchBoard.probe, { body: { service_request_id: bookingId } })
    const [best] = byFit(data.trips.filter(({ trip_id, fit }) => trip_id !== tripId && fit !== 'impossible'))
    if (best !== undefined) return best.trip_id
    const why = data.held ?? data.trips.flatMap(({ reasons }) => reasons.map(({ text }) => text))[0] ?? ''
    notify({ type: 'info', title: words.noPlace, message: why })
  } catch (error) {
    announceFailure(error, words.failed)
  }
  return null
}
