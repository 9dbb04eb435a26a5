import { counted } from '@ambit/domain'
import { check } from '@ambit/engine'
import type { Solution } from '@ambit/engine'
import type { Reason } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import { assign, movedBookings } from '../change/assign.ts'
import { changePlan, planBefore } from '../change/change-plan.ts'
import { contextOf } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { duration } from '../plan/format.ts'
import { readVersion } from '../plan/queries.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import type { PlanProblem } from '../problem/build.ts'
import { askOptimiser } from './ask-optimiser.ts'
import { movableProblem } from './movable-problem.ts'
import { packProblem } from './problem-transfer.ts'
import type { SolveTask } from './problem-transfer.ts'
import { priceOfPlan, relaxToPlan } from './relaxed-problem.ts'

/** A second of one core at most (docs/decisions/005); a virtual day counts tries, so that it comes out the same twice. */
const MILLISECONDS = 400
const MOST_ITERATIONS = 3000
const ITERATIONS_A_BOOKING = 100

const stopFor = ({ clock }: Deps, bookings: number): SolveTask['stop'] =>
  clock.moveTo === undefined
    ? { milliseconds: MILLISECONDS / Math.max(1, clock.speed) }
    : { iterations: Math.min(MOST_ITERATIONS, bookings * ITERATIONS_A_BOOKING) }

/** Passengers are not moved about for less than this: weighted seconds of driving, riding and waiting saved. */
export const MARGIN_S = 20
/** Trips that begin later than this take no part yet. */
const HORIZON_S = 4 * 3600

type Better = { version: number; solution: Solution }
type Taken = { moved: number; saved_s: number }

/**
 * As the job asks it: a plan that nothing better was found for is left alone until it changes. The search would begin
 * with the same plan and take the same turns.
 */
export const reoptimiseOnce = async (
  deps: Deps,
  { zone_id, version }: ZoneVersion,
  stop?: SolveTask['stop'],
): Promise<number> => {
  const { searched } = deps.planning
  if (searched.get(zone_id) === version) return 0
  searched.set(zone_id, version)
  return reoptimise(deps, zone_id, stop)
}

/**
 * Looks for a better plan of a zone on another thread, and takes it when the zone's plan is still the same, the better
 * one is still valid, and it saves more than the margin. Only bookings that are not secured change vehicles, and no
 * promise gets worse. Answers how many bookings moved.
 */
export const reoptimise = async (deps: Deps, zoneId: number, stop?: SolveTask['stop']): Promise<number> => {
  // Nothing is locked during the search: a change in the meantime shows in the version when the plan is committed.
  const context = await contextOf(deps, deps.db, await readVersion(deps.db, zoneId))
  const pp = problemNow(context)
  const movable = [...pp.bookings.values()].some((booking) => booking.status === 'assigned')
  if (!movable || pp.bookings.size < 2) return 0
  const held = relaxToPlan(pp.problem, pp.solution)
  const before = priceOfPlan(held, pp.solution)
  if (before === null) return 0
  const { statistics } = deps.planning
  statistics.looks += 1
  const solution = await askOptimiser(deps, zoneId, {
    problem: packProblem(held),
    start: pp.solution,
    seed: context.plan.version,
    stop: stop ?? stopFor(deps, pp.bookings.size),
  })
  if (solution === null) return 0
  const after = priceOfPlan(held, solution)
  if (after === null || solution.unserved.length > 0 || before - after < MARGIN_S) return 0
  const taken = await commit(deps, zoneId, { version: context.plan.version, solution })
  if (taken === null) return 0
  statistics.changes += 1
  statistics.moved += taken.moved
  statistics.saved_s += taken.saved_s
  return taken.moved
}

/** The trips that a better plan is looked for among: those on a fixed route have no other way to go, and many calls. */
export const problemNow = (context: PlanningContext): PlanProblem => {
  const { now } = context
  return movableProblem(
    context,
    (trip) =>
      trip.route !== 'fixed_route' &&
      trip.end > now &&
      trip.start < now + HORIZON_S &&
      (trip.available || trip.stops.length > 0),
  )
}

const commit = (deps: Deps, zoneId: number, better: Better): Promise<Taken | null> =>
  changePlan(deps, zoneId, 'optimiser', async (change) => {
    const context = await planBefore(change)
    if (context.plan.version !== better.version) return null
    // Vehicles have driven on since: what was found must hold, and be better, from where they are now.
    const pp = problemNow(context)
    const held = relaxToPlan(pp.problem, pp.solution)
    const [before, after] = [priceOfPlan(held, pp.solution), priceOfPlan(held, better.solution)]
    if (before === null || after === null || before - after < MARGIN_S || check(held, better.solution).length > 0)
      return null
    const assignment = { pp, problem: pp.problem, demands: pp.bookings, solution: better.solution }
    const moved = movedBookings(assignment).size
    const reason = whyBetter(moved, before - after)
    await assign(change, assignment, { reasons: () => [reason] })
    return { moved, saved_s: before - after }
  })

const whyBetter = (moved: number, saved: number): Reason => ({
  code: 'optimised',
  text: `Re-planned: less driving overall; ${counted(moved, 'booking')} moved to save ${duration(saved)} of driving, riding and waiting`,
  figures: { saved_s: Math.round(saved), moved },
})
