import { refuseCancel } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { dropFromTrip } from '../planning/change/remove.ts'
import { lookAtOnce } from '../planning/reassign/wake-optimiser.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import { contextOf } from '../planning/plan/context.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { publish } from '../live/publish.ts'
import { byActor, recordHistory } from '../planning/change/booking-history.ts'

/** Cancels a booking that has not begun, and takes its stops out of the trip. 409 with the specification's sentence otherwise. */
export const cancelServiceRequest = async (
  deps: Deps,
  id: number,
  reason: string | null,
  actor: Actor,
): Promise<void> => {
  const place = await deps.db.selectFrom('service_requests').select('zone_id').where('id', '=', id).executeTakeFirst()
  if (place === undefined) throw notFound()
  await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, place.zone_id)
    const booking = await tx
      .selectFrom('service_requests')
      .select(['status', 'trip_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const refused = refuseCancel(booking.status)
    if (refused !== null) throw conflict(refused)
    const now = deps.clock.now()
    const zone = await tx
      .selectFrom('zones')
      .select('region_id')
      .where('id', '=', place.zone_id)
      .executeTakeFirstOrThrow()
    // Without street data nobody can be re-timed, but a cancellation must still go through: the stops stay as they are.
    const context =
      booking.trip_id === null || deps.streets.current() === null ? null : await contextOf(deps, tx, version)
    await tx
      .updateTable('service_requests')
      .set({ status: 'cancelled', cancellation_reason: reason, updated_at: now })
      .set({ pickup_trip_stop_id: null, dropoff_trip_stop_id: null })
      .where('id', '=', id)
      .execute()
    if (context !== null && booking.trip_id !== null)
      await dropFromTrip(tx, context, booking.trip_id, new Set([id]), now)
    const text = reason === null || reason === '' ? 'Cancelled on request' : reason
    await recordHistory(tx, now, [
      {
        service_request_id: id,
        status: 'cancelled',
        trip_id: booking.trip_id,
        by: byActor(actor),
        reasons: [{ code: 'cancelled', text }],
      },
    ])
    await raisePlanVersion(tx, place.zone_id, { by: 'cancellation', at: now })
    const at = { zone_id: place.zone_id, region_id: zone.region_id }
    await publish(tx, [
      { kind: 'service_request', service_request_id: id, trip_id: booking.trip_id, ...at },
      ...(booking.trip_id === null ? [] : [{ kind: 'trip' as const, trip_id: booking.trip_id, ...at }]),
    ])
  })
  await lookAtOnce(deps, place.zone_id)
}
