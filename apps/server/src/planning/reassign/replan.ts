import { prepareRoute } from '@ambit/engine'
import type { PlannedRoute, Problem, Refusal, Request, Route, Solution } from '@ambit/engine'
import type { Scene } from '../search/find-candidates.ts'
import type { PlanTrip } from '../plan/types.ts'
import { insertWish, isRoom, laidOut } from '../problem/insert.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Wish } from '../problem/request.ts'

/** Several promises found room for, one after the other, in a plan that already knows those before. */
export type Replan = {
  pp: PlanProblem
  problem: Problem
  solution: Solution
  routes: Map<number, PlannedRoute>
  wishes: Map<number, Wish>
  placed: Map<number, PlanTrip>
  failed: Map<number, readonly Refusal[]>
}

/**
 * Finds room for bookings that have lost their vehicle, as one problem: first for whoever can still have what was
 * promised, those due first before others; then, where `relax` says how much later somebody may be served, for the
 * rest. What cannot be placed is listed with the refusals of every vehicle.
 */
export const replan = (
  scene: Scene,
  wishes: readonly Wish[],
  allowed: (trip: PlanTrip) => boolean,
  relax?: (wish: Wish) => Wish,
): Replan => {
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
  const found: Replan = {
    pp,
    problem: pp.problem,
    solution: pp.solution,
    routes: new Map(laidOut(pp).routes),
    wishes: new Map<number, Wish>(pp.bookings),
    placed: new Map(),
    failed: new Map(),
  }
  const inTurn = wishes.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id)
  for (const wish of inTurn) put(found, wish, wish)
  if (relax !== undefined) for (const wish of inTurn) if (found.failed.has(wish.id)) put(found, wish, relax(wish))
  return found
}

/** One booking into the plan as it has become; served late, it counts from what was promised. */
const put = (found: Replan, promised: Wish, asked: Wish): void => {
  const newcomer: Wish = { ...asked, status: 'unassigned', trip_id: null, boarded_at: null }
  const room = insertWish(found.pp, found, newcomer)
  if (!isRoom(room)) {
    // What stood in the way of the promise says more than what stood in the way of being late.
    if (!found.failed.has(asked.id)) found.failed.set(asked.id, room)
    return
  }
  const { trip, insertion } = room
  const request = promised === asked ? room.request : withDue(room.request, promised, found.pp.epoch)
  found.failed.delete(asked.id)
  found.placed.set(asked.id, trip)
  found.wishes.set(asked.id, newcomer)
  found.problem = { ...found.problem, requests: [...found.problem.requests, request] }
  found.solution = {
    ...found.solution,
    routes: found.solution.routes.map((route): Route => (route.vehicle === trip.id ? insertion.route : route)),
  }
  const before = found.routes.get(trip.id)
  const after = before === undefined ? null : prepareRoute(found.problem, before.vehicle, insertion.route)
  if (after === null) throw new Error(`The route of trip ${trip.id} cannot be driven with ${asked.id}`)
  found.routes.set(trip.id, after)
}

const withDue = (request: Request, promised: Wish, epoch: number): Request => ({
  ...request,
  pickup: { ...request.pickup, due: promised.pickup.upper - epoch },
  delivery: { ...request.delivery, due: promised.dropoff.upper - epoch },
})
