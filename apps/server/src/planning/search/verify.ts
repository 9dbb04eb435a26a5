import { check, schedule } from '@ambit/engine'
import type { Problem, Solution, Violation } from '@ambit/engine'
import type { Candidate } from './find-candidates.ts'
import type { PlanningContext } from './find-candidates.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'

/** The plan with a way taken, as the engine's checker sees it. */
const withCandidate = (pp: PlanProblem, way: Candidate): { problem: Problem; solution: Solution } => ({
  problem: { ...pp.problem, requests: [...pp.problem.requests, way.request] },
  solution: {
    ...pp.solution,
    routes: pp.solution.routes.map((route) => (route.vehicle === way.trip.id ? way.insertion.route : route)),
  },
})

const same =
  (a: Violation) =>
  (b: Violation): boolean =>
    a.rule === b.rule && a.vehicle === b.vehicle && a.request === b.request

/** What taking the way would break that is not broken already, by the check that shares no code with the search. */
export const verifyCandidate = (context: PlanningContext, way: Candidate): Violation[] => {
  const places = [way.pickup.point, way.dropoff.point]
  const pp = buildProblem({ ...context, places, trips: (trip) => trip.id === way.trip.id })
  const before = check(pp.problem, pp.solution)
  const { problem, solution } = withCandidate(pp, way)
  return check(problem, solution).filter((violation) => {
    const known = before.find(same(violation))
    return known === undefined || (violation.amount ?? 0) > (known.amount ?? 0) + 0.001
  })
}

/** Whether every vehicle of a plan can keep all that was promised, from where it is. */
export const inTime = ({ problem, solution }: PlanProblem): boolean =>
  solution.routes.every((route) => schedule(problem, route, { strict: true }) !== null)
