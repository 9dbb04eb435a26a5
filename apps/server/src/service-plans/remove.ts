import type { Deps } from '../deps.ts'
import { changePlan, noteSchedule } from '../planning/change/change-plan.ts'
import type { Actor } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { findServicePlan } from './queries.ts'
import { bookedOn, endTripOf, finishedOn, tripOf } from './trip.ts'

/** Deletes a schedule without bookings; one with bookings is cancelled through the flexible check. */
export const removeServicePlan = async (
  deps: Deps,
  id: number,
  actor: Actor,
  version: number | null,
): Promise<void> => {
  const scope = regionScope(actor)
  const seen = await findServicePlan(deps.db, id, scope)
  if (seen === undefined) throw notFound()
  await changePlan(deps, seen.zone_id, 'schedule', async (change) => {
    const { tx, now } = change
    const plan = fresh(await findServicePlan(tx, id, scope), version)
    if (plan.end_time <= now) throw notPossible('A schedule in the past cannot be deleted')
    const trip = await tripOf(tx, id)
    const booked = bookedOn(trip)
    if (booked > 0)
      throw notPossible(
        `${booked === 1 ? '1 booking travels' : `${booked} bookings travel`} on this schedule: cancel it`,
      )
    if ((await finishedOn(tx, id)) > 0)
      throw notPossible('Bookings have travelled on this schedule: end it earlier instead of deleting it')
    if (trip !== null) await endTripOf(change, trip, byActor(actor))
    noteSchedule(change, id)
    await tx.deleteFrom('service_plans').where('id', '=', id).execute()
  })
}
