import { check } from '@ambit/engine'
import type { Problem, Solution, Violation } from '@ambit/engine'
import type { PlanningContext } from '../plan/context.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Candidate } from './journey.ts'

/** The plan with a candidate taken, as the engine's checker sees it. */
const withCandidate = (pp: PlanProblem, candidate: Candidate): { problem: Problem; solution: Solution } => ({
  problem: { ...pp.problem, requests: [...pp.problem.requests, candidate.request] },
  solution: {
    ...pp.solution,
    routes: pp.solution.routes.map((route) =>
      route.vehicle === candidate.trip.id ? candidate.insertion.route : route,
    ),
  },
})

const same =
  (a: Violation) =>
  (b: Violation): boolean =>
    a.rule === b.rule && a.vehicle === b.vehicle && a.request === b.request

/** What taking the candidate would break that is not broken already, by the check that shares no code with the search. */
export const verifyCandidate = (context: PlanningContext, candidate: Candidate): Violation[] => {
  const places = [candidate.pickup.point, candidate.dropoff.point]
  const pp = buildProblem({ ...context, places, trips: (trip) => trip.id === candidate.trip.id })
  const before = check(pp.problem, pp.solution)
  const { problem, solution } = withCandidate(pp, candidate)
  return check(problem, solution).filter((violation) => {
    const known = before.find(same(violation))
    return known === undefined || (violation.amount ?? 0) > (known.amount ?? 0) + 0.001
  })
}
