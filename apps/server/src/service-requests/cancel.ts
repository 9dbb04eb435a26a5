import { refuseCancel } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { noteCancellation } from '../misses/store.ts'
import type { By } from '../planning/change/booking-history.ts'
import { setStatus } from '../planning/change/bookings.ts'
import { changePlansOfBooking, noteTrip, planBefore } from '../planning/change/change-plan.ts'
import { ON_REQUEST } from '../planning/change/messages.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
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
    const { status, trip_id } = await change.tx
      .selectFrom('service_requests')
      .select(['status', 'trip_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const refused = refuseCancel(status)
    if (refused !== null) throw conflict(refused)
    // Without street data no one can be re-timed, but a cancellation must still go through: the stops stay as they are.
    const context = trip_id === null || deps.streets.current() === null ? null : await planBefore(change)
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
    if (context !== null && trip_id !== null) await removeFromTrip(change, context, trip_id, new Set([id]))
    return told(change.tx, (await findServiceRequest(change.tx, id, null))!) // just cancelled
  })
