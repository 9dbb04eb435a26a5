import type { BoardBooking, BoardRow } from '@ambit/contract'
import { boardStrings as words } from './strings.ts'
import type { useAction } from './use-action.ts'

/** Whoever rides stays with the vehicle. */
export const mayMove = ({ status }: BoardBooking): boolean => status !== 'on_board' && status !== 'completed'

export type BookingActions = {
  assign: (booking: BoardBooking, trip: number) => void
  /** pins it to its vehicle until it is done, or unpins it */
  pin: (booking: BoardBooking) => void
  unassign: (booking: BoardBooking) => void
  /** pauses the vehicle until it is resumed, or resumes it */
  pause: (row: BoardRow) => void
  optimise: (zone: number) => void
}

export const bookingActions = ({ begin, show }: ReturnType<typeof useAction>): BookingActions => ({
  assign: ({ id }, trip_id) => show({ kind: 'assign', service_request_ids: [id], trip_id, hold: 'short' }),
  pin: ({ id, pin }) =>
    void begin(
      pin === null
        ? { kind: 'pin', service_request_ids: [id], because: words.pinReason }
        : { kind: 'unpin', service_request_ids: [id] },
    ),
  unassign: ({ id }) => show({ kind: 'unassign', service_request_ids: [id] }),
  pause: ({ trip_id, pause }) =>
    void begin(pause === null ? { kind: 'pause_vehicle', trip_id } : { kind: 'resume_vehicle', trip_id }),
  optimise: (zone_id) => show({ kind: 'optimise_now', zone_id, leave: [] }),
})
