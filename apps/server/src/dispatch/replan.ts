import { insertInto, preparePlan } from '@ambit/engine'
import type { Problem, Refusal, Route, Solution } from '@ambit/engine'
import type { Scene } from './find-ways.ts'
import type { PlanTrip } from './plan.ts'
import { buildProblem, requestOf } from './problem.ts'
import type { PlanProblem, Wish } from './problem.ts'

/** Several promises found room for, one after the other, in a plan that already knows those before. */
export type Replan = {
  pp: PlanProblem
  problem: Problem
  solution: Solution
  wishes: Map<number, Wish>
  placed: Map<number, PlanTrip>
  failed: Map<number, readonly Refusal[]>
}

/**
 * Finds room for bookings that have lost their vehicle, those due first before others. What cannot be placed is
 * listed with the refusals of every vehicle.
 */
export const replan = (scene: Scene, wishes: readonly Wish[], allowed: (trip: PlanTrip) => boolean): Replan => {
  const places = wishes
    .flatMap((wish) => [
      scene.plan.points.get(wish.pickup.location_id),
      scene.plan.points.get(wish.dropoff.location_id),
    ])
    .filter((point) => point !== undefined)
  const pp = buildProblem({
    ...scene,
    trips: (trip) => trip.available && trip.end > scene.now && allowed(trip),
    places,
  })
  const known = new Map<number, Wish>(pp.bookings)
  const placed = new Map<number, PlanTrip>()
  const failed = new Map<number, readonly Refusal[]>()
  let { problem, solution } = pp
  for (const wish of wishes.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id)) {
    const newcomer: Wish = { ...wish, status: 'unassigned', trip_id: null, boarded_at: null }
    const request = requestOf(pp, newcomer)
    const { insertions, refusals } = insertInto(preparePlan(problem, solution), request)
    const [best] = insertions
    const trip = best === undefined ? undefined : pp.trips.get(best.vehicle)
    if (best === undefined || trip === undefined) {
      failed.set(wish.id, refusals)
      continue
    }
    placed.set(wish.id, trip)
    known.set(wish.id, newcomer)
    problem = { ...problem, requests: [...problem.requests, request] }
    solution = {
      ...solution,
      routes: solution.routes.map((route): Route => (route.vehicle === trip.id ? best.route : route)),
    }
  }
  return { pp, problem, solution, wishes: known, placed, failed }
}
