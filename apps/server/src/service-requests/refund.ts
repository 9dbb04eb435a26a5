import { refuseRefund } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { findPayment } from '../payments/queries.ts'
import { requestRefund } from '../payments/request.ts'
import { findServiceRequest, lockServiceRequest } from './queries.ts'
import type { BookingRecord } from './queries.ts'

/**
 * Gives the fare back, once: what the card provider charged through the provider, which confirms it afterwards. 409 with
 * the specification's sentence when it cannot be.
 */
export const refundServiceRequest = (
  deps: Deps,
  id: number,
  actor: Actor,
  keep: Keep,
): Promise<{ data: BookingRecord }> =>
  deps.db.transaction().execute(async (tx) => {
    // The second of two callers waits here, and finds it refunded.
    await lockServiceRequest(tx, id)
    const booking = await findServiceRequest(tx, id, null)
    if (booking === undefined) throw notFound()
    const refused = refuseRefund(booking.booking_log)
    if (refused !== null) throw conflict(refused)
    const charge = await findPayment(tx, id, 'charge')
    if (charge === undefined) {
      const now = deps.clock.now()
      await tx
        .updateTable('service_requests')
        .set({ refunded_at: now, refunded_by: userIdOf(actor), updated_at: now })
        .where('id', '=', id)
        .execute()
    } else await requestRefund(tx, deps.clock, { charge, user_id: userIdOf(actor) })
    const { trip_id, zone_id, region_id } = booking
    await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
    return keep(tx, { data: (await findServiceRequest(tx, id, null))! }) // locked above
  })
