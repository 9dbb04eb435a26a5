import { prepareRoute } from '@ambit/engine'
import type { PlannedRoute, Problem, Refusal, Request, Route, Solution } from '@ambit/engine'
import type { PlanningContext } from '../search/find-candidates.ts'
import type { PlanTrip } from '../plan/types.ts'
import { insertDemand, isRoom, laidOut } from '../problem/insert.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Demand } from '../problem/request.ts'

/** Several promises found room for, one after the other, in a plan that already knows those before. */
export type Replan = {
  pp: PlanProblem
  problem: Problem
  solution: Solution
  routes: Map<number, PlannedRoute>
  demands: Map<number, Demand>
  placed: Map<number, PlanTrip>
  failed: Map<number, readonly Refusal[]>
}

/**
 * Finds room for bookings that have lost their vehicle, as one problem: first for whoever can still have what was
 * promised, those due first before others; then, where `relax` says how much later somebody may be served, for the
 * rest. What cannot be placed is listed with the refusals of every vehicle.
 */
export const replan = (
  context: PlanningContext,
  demands: readonly Demand[],
  allowed: (trip: PlanTrip) => boolean,
  relax?: (demand: Demand) => Demand,
): Replan => {
  const places = demands
    .flatMap((demand) => [
      context.plan.points.get(demand.pickup.location_id),
      context.plan.points.get(demand.dropoff.location_id),
    ])
    .filter((point) => point !== undefined)
  const pp = buildProblem({
    ...context,
    trips: (trip) => trip.available && trip.end > context.now && allowed(trip),
    places,
  })
  const found: Replan = {
    pp,
    problem: pp.problem,
    solution: pp.solution,
    routes: new Map(laidOut(pp).routes),
    demands: new Map<number, Demand>(pp.bookings),
    placed: new Map(),
    failed: new Map(),
  }
  const inTurn = demands.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id)
  for (const demand of inTurn) put(found, demand, demand)
  if (relax !== undefined)
    for (const demand of inTurn) if (found.failed.has(demand.id)) put(found, demand, relax(demand))
  return found
}

/** One booking into the plan as it has become; served late, it counts from what was promised. */
const put = (found: Replan, promised: Demand, asked: Demand): void => {
  const newcomer: Demand = { ...asked, status: 'unassigned', trip_id: null, boarded_at: null }
  const room = insertDemand(found.pp, found, newcomer)
  if (!isRoom(room)) {
    // What stood in the way of the promise says more than what stood in the way of being late.
    if (!found.failed.has(asked.id)) found.failed.set(asked.id, room)
    return
  }
  const { trip, insertion } = room
  const request = promised === asked ? room.request : withDue(room.request, promised, found.pp.epoch)
  found.failed.delete(asked.id)
  found.placed.set(asked.id, trip)
  found.demands.set(asked.id, newcomer)
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

const withDue = (request: Request, promised: Demand, epoch: number): Request => ({
  ...request,
  pickup: { ...request.pickup, due: promised.pickup.upper - epoch },
  delivery: { ...request.delivery, due: promised.dropoff.upper - epoch },
})
