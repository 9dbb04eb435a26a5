import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { recordTrips } from '../planning/change/trips.ts'
import { requireCrew } from '../service-plans/crew.ts'
import { breakOf, readRoute } from '../service-plans/lay-out-trip.ts'
import { layOutTrip, leftOf } from '../service-plans/trip.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord } from './queries.ts'

/**
 * Puts a vehicle that was taken out of service back on what is left of its schedule, with a trip of its own; the one
 * that ended stays as it was. 422 where nothing is left, another trip drives the schedule already, or vehicle or driver
 * may not drive.
 */
export const returnToService = async (
  deps: Deps,
  id: number,
  actor: Actor,
  keep: Keep,
): Promise<{ data: TripRecord }> => {
  const visible = await findTrip(deps.db, id, regionScope(actor))
  if (visible === undefined) throw notFound()
  return changePlan(deps, visible.zone_id, 'schedule', async (change) => {
    const { tx, now } = change
    const lost = await findTrip(tx, id, null)
    if (lost?.service_plan_id == null || !tripRecord(lost, now).allow_return)
      throw notPossible('This trip cannot return to service: its schedule is over, or another trip drives it')
    const plan = await tx
      .selectFrom('service_plans')
      .select(['id', 'zone_id', 'vehicle_id', 'driver_id', 'start_time', 'end_time', 'service_route_id'])
      .select(['break_minutes', 'break_from', 'break_until'])
      .where('id', '=', lost.service_plan_id)
      .executeTakeFirstOrThrow()
    if (plan.vehicle_id === null) throw notPossible('Assign a vehicle to the schedule first')
    await requireCrew(tx, null, plan)
    const trip = await layOutTrip(change, {
      plan: plan.id,
      zone_id: plan.zone_id,
      vehicle_id: plan.vehicle_id,
      driver_id: plan.driver_id,
      ...leftOf({ start_time: plan.start_time, rest: breakOf(plan) }, now),
      end_time: plan.end_time,
      route: plan.service_route_id === null ? null : await readRoute(tx, plan.zone_id, plan.service_route_id),
    })
    const message = `Back in service, after ${lost.name}`
    await recordTrips(change, byActor(actor), [
      { trip_id: trip, change: 'state', before: null, after: 'staged', message },
    ])
    return keep(tx, { data: tripRecord((await findTrip(tx, trip, null))!, now) }) // laid out above
  })
}
