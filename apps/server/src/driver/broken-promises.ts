import { schedule } from '@ambit/engine'
import { planChanged } from '../planning/change/change-plan.ts'
import { buildProblem } from '../planning/problem/build.ts'
import type { DriverAction } from './action.ts'

/** By how many seconds each booking of the trip is expected later than promised; empty without street data. */
export type Late = ReadonlyMap<number, number>

export const lateNow = async ({ change, trip }: DriverAction): Promise<Late> => {
  const { context } = await planChanged(change)
  if (context === null) return new Map()
  const { problem, solution } = buildProblem({ ...context, trips: ({ id }) => id === trip.id })
  const late = new Map<number, number>()
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

/** What a change makes later by less is not worth a word. Seconds */
const WORTH_S = 1

/** How many bookings are later than promised, or later still, by what came between. */
export const newlyLate = (before: Late, after: Late): number =>
  [...after].filter(([id, by]) => by > (before.get(id) ?? 0) + WORTH_S).length
