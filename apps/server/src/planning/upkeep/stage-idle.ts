import type { Deps } from '../../deps.ts'
import { changePlan, planBefore } from '../change/change-plan.ts'
import { insertStops } from '../change/stops.ts'
import { planAt } from '../plan/cache.ts'
import { nowOf } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { toDate } from '../plan/types.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'

/** A vehicle this near to a staging stop is there. */
const THERE_S = 20

/**
 * Sends vehicles with nothing to do to the nearest staging stop. It is a stop of the trip that binds no one: planning
 * does not see it, and the first booking of the vehicle takes it away. Answers how many were sent.
 */
export const stageIdle = async (deps: Deps, at: ZoneVersion): Promise<number> => {
  const plan = await planAt(deps, deps.db, at)
  if (idleTrips({ plan, now: nowOf(deps) }).length === 0) return 0
  return changePlan(deps, at.zone_id, null, async (change) => {
    const context = await planBefore(change)
    const idle = idleTrips(context)
    if (idle.length === 0) return 0
    const ids = new Set(idle.map((trip) => trip.id))
    const pp = buildProblem({ ...context, trips: (trip) => ids.has(trip.id) })
    const sent = idle.flatMap((trip) => {
      const target = nearestStaging(pp, trip)
      return target === null || !worthIt(context, trip, target.drive_s) ? [] : [{ trip, ...target }]
    })
    for (const { trip, location_id, drive_s } of sent) {
      const at_stop = toDate(context.now + drive_s)
      await insertStops(change, trip.id, [
        {
          location_id,
          location_index: trip.next_index,
          kind: 'staging',
          scheduled_at: at_stop,
          scheduled_departure_at: at_stop,
          eta: at_stop,
          latest_arrival_time: null,
          dwell_seconds: null,
        },
      ])
    }
    return sent.length
  })
}

/** On the road with no stop ahead, for longer than the strategy allows, and with a staging stop to go to. */
const idleTrips = ({ plan, now }: Pick<PlanningContext, 'plan' | 'now'>): PlanTrip[] =>
  plan.settings.stops.some((stop) => stop.staging)
    ? plan.trips.filter(
        (trip) =>
          trip.state === 'live' &&
          trip.available &&
          trip.route === null &&
          trip.stops.length === 0 &&
          trip.idle_since !== null &&
          trip.idle_since + patience(plan) <= now,
      )
    : []

/** A vehicle is not sent to a staging stop only to go home from there. */
const worthIt = ({ plan, now }: PlanningContext, trip: PlanTrip, drive_s: Seconds): boolean =>
  drive_s > THERE_S && now + drive_s + patience(plan) < trip.end

const patience = (plan: PlanningContext['plan']): Seconds => plan.settings.strategy.staging_after_minutes * 60

const nearestStaging = (pp: PlanProblem, trip: PlanTrip): { location_id: number; drive_s: Seconds } | null => {
  const start = pp.problem.vehicles.find((vehicle) => vehicle.id === trip.id)?.start.location
  if (start === undefined) return null
  const [nearest] = pp.plan.settings.stops
    .filter((stop) => stop.staging)
    .map((stop) => ({
      location_id: stop.location_id,
      drive_s: pp.network.travel.duration(start, pp.network.place(stop.point)),
    }))
    .toSorted((a, b) => a.drive_s - b.drive_s || a.location_id - b.location_id)
  return nearest === undefined || nearest.drive_s === Infinity ? null : nearest
}
