import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { publish } from '../live/publish.ts'
import { itineraryOf, matchStops } from './itinerary.ts'
import { tripEvents } from './move.ts'
import { toDate } from './plan.ts'
import type { PlanTrip, Seconds } from './plan.ts'
import { buildProblem } from './problem.ts'
import { lockPlan } from './queries.ts'
import { sceneOf } from './scene.ts'

/** Less of a change than this is not worth telling. */
const WORTH_S = 15

type Estimate = { stop_id: number; eta: Seconds }

/**
 * What is expected now, from where the vehicles are: lateness spreads along each trip. The plan itself does not
 * change, so its version stands. Answers how many trips changed.
 */
export const updateEtas = (deps: Deps, zoneId: number): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const scene = await sceneOf(deps, tx, await lockPlan(tx, zoneId))
    const moving = (trip: PlanTrip): boolean =>
      trip.stops.length > 0 && (trip.state !== 'staged' || trip.start <= scene.now)
    const pp = buildProblem({ ...scene, trips: moving })
    const estimates = [...pp.trips.values()].flatMap((trip): Estimate[] => {
      const route = pp.solution.routes.find((one) => one.vehicle === trip.id)
      if (route === undefined) return []
      const itinerary = itineraryOf(pp, pp.problem, pp.bookings, trip, route.visits)
      const matched = matchStops(pp, trip, itinerary)
      return matched.flatMap(({ stop, stored }) =>
        stored === null || stored.arrived_at !== null ? [] : [{ stop_id: stored.id, eta: stop.arrival }],
      )
    })
    const changed = await write(tx, estimates)
    await publish(tx, tripEvents(scene.plan.settings, changed))
    return changed.size
  })

const write = async (tx: Transaction<DB>, estimates: readonly Estimate[]): Promise<Set<number>> => {
  if (estimates.length === 0) return new Set()
  const { rows } = await sql<{ trip_id: number }>`
    update trip_stops s set eta = v.eta
    from unnest(${estimates.map((one) => one.stop_id)}::int[], ${estimates.map((one) => toDate(one.eta))}::timestamptz[]) as v(id, eta)
    where s.id = v.id and (s.eta is null or abs(extract(epoch from s.eta - v.eta)) >= ${WORTH_S})
    returning s.trip_id`.execute(tx)
  return new Set(rows.map((row) => row.trip_id))
}
