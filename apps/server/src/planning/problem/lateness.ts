import { schedule } from '@ambit/engine'
import type { PlanningContext } from '../plan/context.ts'
import type { Seconds } from '../plan/types.ts'
import { buildProblem } from './build.ts'

/** By how much each booking of a trip is expected later than promised; infinite where the trip cannot be driven as planned. */
export const latenessOf = (context: PlanningContext, tripId: number): Map<number, Seconds> => {
  const { problem, solution } = buildProblem({ ...context, trips: ({ id }) => id === tripId })
  const late = new Map<number, Seconds>()
  for (const route of solution.routes) {
    const times = schedule(problem, route) ?? []
    for (const [place, visit] of route.visits.entries()) {
      if (visit.kind === 'fixed') continue
      const by = times[place]?.lateness ?? Infinity
      if (by > 0) late.set(visit.request, Math.max(by, late.get(visit.request) ?? 0))
    }
  }
  return late
}
