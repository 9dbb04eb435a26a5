import { refuseCancel } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { noteCancellation } from '../misses/store.ts'
import type { By } from '../planning/change/booking-history.ts'
import { setStatus } from '../planning/change/bookings.ts'
import { changePlansOfBooking, noteTrip, planBefore } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { ON_REQUEST } from '../planning/change/messages.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { findServiceRequest } from './queries.ts'
import type { BookingRecord } from './queries.ts'

/** Cancels a booking that has not begun, and takes its stops out of the trip. 409 with the specification's sentence otherwise. */
export const cancelServiceRequest = <T>(
  deps: Deps,
  { id, reason }: { id: number; reason: string | null },
  by: By,
  told: (tx: Transaction<DB>, booking: BookingRecord) => Promise<T>,
): Promise<T> =>
  changePlansOfBooking(deps, id, [], 'cancellation', async ({ own: change }) => {
    if (deps.streets.current() !== null) await planBefore(change)
    const action = { kind: 'cancel' as const, service_request_ids: [id], cancellation_reason: reason }
    const recorded = { action, title: `Cancel booking ${id}`, by, reason, about: { bookings: [id] } }
    await asAction(change, recorded, () => cancelInPlan(change, [id], reason, by))
    return told(change.tx, (await findServiceRequest(change.tx, id, null))!) // just cancelled
  })

/** The same for several of one zone, as a part of a change. 409 for one that has begun. */
export const cancelInPlan = async (
  change: PlanChange,
  ids: readonly number[],
  reason: string | null,
  by: By,
): Promise<void> => {
  const rows = await change.tx
    .selectFrom('service_requests')
    .select(['id', 'status', 'trip_id'])
    .where('id', 'in', ids)
    .execute()
  // Without street data no one can be re-timed, but a cancellation must still go through: the stops stay as they are.
  const planned = rows.some(({ trip_id }) => trip_id !== null) && change.deps.streets.current() !== null
  const context = planned ? await planBefore(change) : null
  for (const { id, status, trip_id } of rows) {
    const refused = refuseCancel(status)
    if (refused !== null) throw conflict(refused)
    if (by.user_type !== 'engine') await noteCancellation(change.tx, id, change.now)
    await setStatus(change, {
      id,
      status: 'cancelled',
      trip_id,
      set: { cancellation_reason: reason, pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by,
      reason: { code: ON_REQUEST, text: reason === null || reason === '' ? 'Cancelled on request' : reason },
    })
    if (trip_id !== null) noteTrip(change, trip_id)
  }
  for (const [tripId, group] of Map.groupBy(rows, ({ trip_id }) => trip_id))
    if (context !== null && tripId !== null)
      await removeFromTrip(change, context, tripId, new Set(group.map(({ id }) => id)))
}
