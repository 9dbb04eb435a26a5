import type { Deps } from '../deps.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { publish } from '../live/publish.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { placeOf } from './change.ts'
import { findServicePlan } from './queries.ts'
import { bookedOn, endTripOf, finishedOn, tripOf } from './trip.ts'

const refuse = (detail: string) => invalid([{ pointer: '', title: 'Not possible now', detail }])

/** Deletes a schedule that nobody travels on; with bookings it is cancelled by way of the flexible check. */
export const removeServicePlan = async (
  deps: Deps,
  id: number,
  actor: Actor,
  version: number | null,
): Promise<void> => {
  const scope = regionScope(actor)
  const seen = await findServicePlan(deps.db, id, scope)
  if (seen === undefined) throw notFound()
  await deps.db.transaction().execute(async (tx) => {
    await lockPlan(tx, seen.zone_id)
    const plan = fresh(await findServicePlan(tx, id, scope), version)
    const now = deps.clock.now()
    if (plan.end_time <= now) throw refuse('A schedule in the past cannot be deleted')
    const trip = await tripOf(tx, id)
    const booked = bookedOn(trip)
    if (booked > 0)
      throw refuse(`${booked === 1 ? '1 booking travels' : `${booked} bookings travel`} on this schedule: cancel it`)
    if ((await finishedOn(tx, id)) > 0)
      throw refuse('Bookings have travelled on this schedule: end it earlier instead of deleting it')
    if (trip !== null) await endTripOf(tx, trip, now, byActor(actor))
    const place = await placeOf(tx, plan.zone_id)
    await tx.deleteFrom('service_plans').where('id', '=', id).execute()
    await raisePlanVersion(tx, plan.zone_id, { by: 'schedule', at: now })
    await publish(tx, [
      ...(trip === null ? [] : [{ kind: 'trip' as const, trip_id: trip.id, ...place }]),
      { kind: 'service_plan', service_plan_id: id, ...place },
    ])
  })
}
