import type { Updateable } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { DB, RequestStatus } from '../../database/schema.ts'
import { byEngine, recordHistory } from './booking-history.ts'
import type { By, HistoryEntry } from './booking-history.ts'
import { noteBooking, noteTellings } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { eventOfStatus } from './messages.ts'
import { endPins } from './pins.ts'
import { tellWaiting } from './tell-waiting.ts'

/** Adds to the histories of bookings what became of them, and tells their passengers. */
export const recordBookings = async (change: PlanChange, entries: readonly HistoryEntry[]): Promise<void> => {
  for (const { service_request_id, trip_id, status, reasons } of entries) {
    noteBooking(change, service_request_id, trip_id)
    const event = eventOfStatus(status, reasons)
    if (event !== null) noteTellings(change, [{ event, service_request_id }])
  }
  const { unpinned, action } = change.noted
  const told = entries.map((entry) =>
    unpinned.delete(entry.service_request_id) ? { ...entry, reasons: [...entry.reasons, UNPINNED] } : entry,
  )
  await recordHistory(change.tx, change.now, told, action)
}

const UNPINNED: Reason = { code: 'unpinned', text: 'It was pinned to the vehicle that it left, and is no more' }

export type StatusChange = {
  id: number
  status: RequestStatus
  trip_id: number | null
  /** what changes with the status */
  set?: Pick<
    Updateable<DB['service_requests']>,
    | 'boarded_at'
    | 'boarded_count'
    | 'dropped_off_at'
    | 'cancellation_reason'
    | 'no_show_reason'
    | 'no_show_fault'
    | 'no_show_evidence'
    | 'pickup_trip_stop_id'
    | 'dropoff_trip_stop_id'
  >
  by: By
  reason: Reason
}

/** Moves a booking to another status, with its history. */
export const setStatus = async (
  change: PlanChange,
  { id, status, trip_id, set = {}, by, reason }: StatusChange,
): Promise<void> => {
  await change.tx
    .updateTable('service_requests')
    .set({ status, ...set, updated_at: change.now })
    .where('id', '=', id)
    .execute()
  await recordBookings(change, [{ service_request_id: id, status, trip_id, by, reasons: [reason] }])
}

/** Takes bookings off their trip: what is left of the trip is rewritten by the caller. */
export const unassign = async (change: PlanChange, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  for (const id of ids) noteBooking(change, id, null)
  for (const id of await endPins(change, ids)) change.noted.unpinned.add(id)
  await change.tx
    .updateTable('service_requests')
    .set({ status: 'unassigned', trip_id: null, secured_at: null, updated_at: change.now })
    .set({ pickup_trip_stop_id: null, dropoff_trip_stop_id: null })
    .where('id', 'in', ids)
    .execute()
}

type Ended = {
  ids: readonly number[]
  status: Extract<RequestStatus, 'cancelled' | 'error'>
  by: By
  reasons: (id: number) => Reason[]
  message: string
}

/** Ends bookings that no vehicle can serve any more. */
export const endBookings = async (change: PlanChange, { ids, status, by, reasons, message }: Ended): Promise<void> => {
  if (ids.length === 0) return
  await change.tx
    .updateTable('service_requests')
    .set({ status, trip_id: null, pickup_trip_stop_id: null, dropoff_trip_stop_id: null, updated_at: change.now })
    .set(status === 'cancelled' ? { cancellation_reason: message } : { error_message: message })
    .where('id', 'in', ids)
    .execute()
  await recordBookings(
    change,
    ids.map((id) => ({ service_request_id: id, status, trip_id: null, by, reasons: reasons(id) })),
  )
}

type Secured = ({ trip_stop_id: number } | { window_opens_before: Date; booked_before: Date }) & { reason: Reason }

/**
 * Secures assigned bookings of the zone: from now on only a person, or a broken-down vehicle, moves them. Answers how
 * many.
 */
export const secureBookings = async (change: PlanChange, which: Secured): Promise<number> => {
  const { tx, now, zone } = change
  let update = tx
    .updateTable('service_requests')
    .set({ status: 'secured', secured_at: now, updated_at: now })
    .where('status', '=', 'assigned')
  update =
    'trip_stop_id' in which
      ? update.where('pickup_trip_stop_id', '=', which.trip_stop_id)
      : update
          .where('zone_id', '=', zone.zone_id)
          .where('pickup_lower_bound', '<=', which.window_opens_before)
          .where('created_at', '<=', which.booked_before)
  const rows = await update.returning(['id', 'trip_id']).execute()
  if ('trip_stop_id' in which) await tellWaiting(change, 'vehicle_on_its_way', which.trip_stop_id)
  await recordBookings(
    change,
    rows.map(({ id, trip_id }) => ({
      service_request_id: id,
      status: 'secured' as const,
      trip_id,
      by: byEngine,
      reasons: [which.reason],
    })),
  )
  return rows.length
}
