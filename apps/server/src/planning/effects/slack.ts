import { setImmediate } from 'node:timers/promises'
import { slack } from '@ambit/engine'
import type { Visit } from '@ambit/engine'
import type { Deps } from '../../deps.ts'
import { contextOf } from '../plan/context.ts'
import { readVersion } from '../plan/queries.ts'
import type { PlanBooking } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { readyNetwork } from '../problem/ready-network.ts'

/** Trips that are laid out before others have their turn. */
const AT_ONCE = 10

/** The version of a zone's plan, and by how many seconds each stop of these trips can come later. */
export const slackIn = async (
  deps: Deps,
  zoneId: number,
  trips: ReadonlySet<number>,
): Promise<{ plan_version: number; slack: Map<number, number> }> => {
  const version = await readVersion(deps.db, zoneId)
  const found = new Map<number, number>()
  if (deps.streets.current() === null) return { plan_version: version.version, slack: found }
  const context = await contextOf(deps, deps.db, version)
  await readyNetwork(deps.clock, context)
  const open = context.plan.trips.filter(({ id, stops }) => trips.has(id) && stops.length > 0)
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = new Set(open.slice(from, from + AT_ONCE))
    const { problem, solution, bookings } = buildProblem({ ...context, trips: (trip) => some.has(trip) })
    for (const route of solution.routes) {
      const slacks = slack(problem, route) ?? []
      for (const [at, visit] of route.visits.entries()) {
        const [stop, own] = [stopOf(visit, bookings), slacks[at]]
        if (stop !== null && own !== undefined) found.set(stop, Math.min(own, found.get(stop) ?? Infinity))
      }
    }
    await setImmediate()
  }
  return { plan_version: version.version, slack: found }
}

/** The stop of the trip at which a visit is made. */
export const stopOf = (visit: Visit, bookings: ReadonlyMap<number, PlanBooking>): number | null => {
  if (visit.kind === 'fixed') return visit.id
  const booking = bookings.get(visit.request)
  return (visit.kind === 'pickup' ? booking?.pickup_trip_stop_id : booking?.dropoff_trip_stop_id) ?? null
}
