import { check } from '@ambit/engine'
import type { Route, Solution, Visit } from '@ambit/engine'
import type { Reason } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import { publish } from '../../live/publish.ts'
import { byEngine, recordHistory } from '../../service-requests/history.ts'
import type { Scene } from '../find-ways.ts'
import { bookingEvents, detach, tripEvents } from '../move.ts'
import type { PlanTrip } from '../plan.ts'
import { buildProblem } from '../problem.ts'
import type { PlanProblem } from '../problem.ts'
import { lockPlan, raisePlanVersion, readVersion } from '../queries.ts'
import type { ZoneVersion } from '../queries.ts'
import { sceneOf } from '../scene.ts'
import { counted, minutes } from '../words.ts'
import { writeTrip } from '../write-trip.ts'
import { askOptimiser } from './ask.ts'
import { holdToPlan, priceOfPlan } from './held-problem.ts'
import { packProblem } from './packed.ts'
import type { SolveTask } from './packed.ts'

/** A second of one core at most (design: The optimiser); a virtual day counts tries, so that it comes out the same twice. */
const MILLISECONDS = 400
const MOST_ITERATIONS = 300
const ITERATIONS_A_BOOKING = 10

const stopFor = ({ clock }: Deps, movable: number): SolveTask['stop'] =>
  clock.moveTo === undefined
    ? { milliseconds: MILLISECONDS / Math.max(1, clock.speed) }
    : { iterations: Math.min(MOST_ITERATIONS, movable * ITERATIONS_A_BOOKING) }

/** Passengers are not moved about for less than this: weighted seconds of driving, riding and waiting saved. */
export const MARGIN_S = 90
/** Trips that begin later than this take no part yet. */
const HORIZON_S = 4 * 3600

type Better = { version: number; solution: Solution; saved: number }

const tried = new WeakMap<Deps, Map<number, number>>()

/**
 * As the job asks it: a plan that nothing better was found for is left alone until it changes. The search would begin
 * with the same plan and take the same turns.
 */
export const reoptimiseOnce = async (
  deps: Deps,
  { zone_id, version }: ZoneVersion,
  stop?: SolveTask['stop'],
): Promise<number> => {
  const versions = tried.get(deps) ?? new Map<number, number>()
  tried.set(deps, versions)
  if (versions.get(zone_id) === version) return 0
  versions.set(zone_id, version)
  return reoptimise(deps, zone_id, stop)
}

/**
 * Looks for a better plan of a zone on another thread, and takes it when the plan has not changed meanwhile, it still
 * holds now, and it saves more than the margin. Only bookings that are not secured change vehicles, and nobody's
 * promise gets worse. Answers how many bookings moved.
 */
export const reoptimise = async (deps: Deps, zoneId: number, stop?: SolveTask['stop']): Promise<number> => {
  // Nothing is held while it thinks: what changes meanwhile is seen by the version when the plan is committed.
  const scene = await sceneOf(deps, deps.db, await readVersion(deps.db, zoneId))
  const pp = problemNow(scene)
  const movable = [...pp.bookings.values()].filter((booking) => booking.status === 'assigned')
  if (movable.length < 2 || pp.trips.size < 2) return 0
  const held = holdToPlan(pp.problem, pp.solution)
  const before = priceOfPlan(held, pp.solution)
  if (before === null) return 0
  const solution = await askOptimiser({
    problem: packProblem(held),
    start: pp.solution,
    seed: scene.plan.version,
    stop: stop ?? stopFor(deps, movable.length),
  })
  const after = priceOfPlan(held, solution)
  if (after === null || solution.unserved.length > 0 || before - after < MARGIN_S) return 0
  return commit(deps, zoneId, { version: scene.plan.version, solution, saved: before - after })
}

/** Whoever is moved goes to a vehicle that drives, or is yet to begin. */
const problemNow = (scene: Scene): PlanProblem => {
  const { now } = scene
  const takesPart = (trip: PlanTrip): boolean =>
    trip.end > now && trip.start < now + HORIZON_S && (trip.available || trip.stops.length > 0)
  const pp = buildProblem({ ...scene, trips: takesPart })
  const open = [...pp.trips.values()]
    .filter((trip) => trip.available && (trip.state !== 'staged' || trip.start > now))
    .map((trip) => trip.id)
  const requests = pp.problem.requests.map((request) => {
    const booking = pp.bookings.get(request.id)
    if (booking?.status !== 'assigned' || booking.trip_id === null) return request
    return { ...request, vehicles: [...new Set([booking.trip_id, ...open])] }
  })
  return { ...pp, problem: { ...pp.problem, requests } }
}

const commit = (deps: Deps, zoneId: number, better: Better): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const scene = await sceneOf(deps, tx, await lockPlan(tx, zoneId))
    if (scene.plan.version !== better.version) return 0
    // Vehicles have driven on since: what was found must hold, and be better, from where they are now.
    const pp = problemNow(scene)
    const held = holdToPlan(pp.problem, pp.solution)
    const [before, after] = [priceOfPlan(held, pp.solution), priceOfPlan(held, better.solution)]
    if (before === null || after === null || before - after < MARGIN_S || check(held, better.solution).length > 0)
      return 0
    const moved = movedBookings(pp, better.solution)
    const now = deps.clock.now()
    if (moved.size > 0) await detach(tx, [...moved.keys()], now)
    const changed = changedRoutes(pp, better.solution)
    for (const route of changed) {
      const trip = pp.trips.get(route.vehicle)
      if (trip !== undefined)
        await writeTrip(tx, { pp, problem: pp.problem, wishes: pp.bookings, trip, visits: route.visits, now })
    }
    const reasons = [whyBetter(moved.size, before - after)]
    await recordHistory(
      tx,
      now,
      [...moved].map(([id, trip_id]) => ({
        service_request_id: id,
        status: 'assigned' as const,
        trip_id,
        by: byEngine,
        reasons,
      })),
    )
    await raisePlanVersion(tx, zoneId)
    const left = [...moved.keys()].flatMap((id) => pp.bookings.get(id)?.trip_id ?? [])
    await publish(tx, [
      ...bookingEvents(scene.plan.settings, moved),
      ...tripEvents(scene.plan.settings, [...changed.map((route) => route.vehicle), ...left]),
    ])
    return moved.size
  })

const whyBetter = (moved: number, saved: number): Reason => ({
  code: 'optimised',
  text: `The plan became better for all: ${counted(moved, 'booking', 'bookings')} moved to save ${minutes(saved)} of driving, riding and waiting`,
  figures: { saved_s: Math.round(saved), moved },
})

const movedBookings = (pp: PlanProblem, solution: Solution): Map<number, number> => {
  const moved = new Map<number, number>()
  for (const route of solution.routes)
    for (const visit of route.visits)
      if (visit.kind === 'pickup' && pp.bookings.get(visit.request)?.trip_id !== route.vehicle)
        moved.set(visit.request, route.vehicle)
  return moved
}

const changedRoutes = (pp: PlanProblem, solution: Solution): Route[] => {
  const key = (visits: readonly Visit[]): string =>
    visits.map((visit) => (visit.kind === 'fixed' ? `f${visit.id}` : `${visit.kind}${visit.request}`)).join(' ')
  const before = new Map(pp.solution.routes.map((route) => [route.vehicle, key(route.visits)]))
  return solution.routes.filter((route) => before.get(route.vehicle) !== key(route.visits))
}
