import { schedule } from '@ambit/engine'
import type { Problem, Solution } from '@ambit/engine'
import type { Seconds } from '../plan/types.ts'
import type { PlanProblem } from './build.ts'

export type PlannedRide = { trip_id: number; pickup_at: Seconds | null; dropoff_at: Seconds }

/** When each passenger is picked up and set down in a solution; no pick-up for those on board already. */
export const ridesOf = ({
  pp,
  problem,
  solution,
}: {
  pp: Pick<PlanProblem, 'epoch'>
  problem: Problem
  solution: Solution
}): Map<number, PlannedRide> => {
  const rides = new Map<number, PlannedRide>()
  for (const route of solution.routes) {
    const times = schedule(problem, route)
    if (times === null) continue
    const picked = new Map<number, Seconds>()
    for (const [index, visit] of route.visits.entries()) {
      const time = times[index]
      if (time === undefined || visit.kind === 'fixed') continue
      if (visit.kind === 'pickup') picked.set(visit.request, time.begin + pp.epoch)
      else
        rides.set(visit.request, {
          trip_id: route.vehicle,
          pickup_at: picked.get(visit.request) ?? null,
          dropoff_at: time.begin + pp.epoch,
        })
    }
  }
  return rides
}

/** The same in the current plan. */
export const ridesIn = (pp: PlanProblem): Map<number, PlannedRide> => ridesOf({ ...pp, pp })

/** Whether every vehicle of a plan can keep all that was promised, from where it is. */
export const isInTime = ({ problem, solution }: PlanProblem): boolean =>
  solution.routes.every((route) => schedule(problem, route, { strict: true }) !== null)
