import type { Insertion, Refusal } from '@ambit/engine'
import type { Assignment } from '../change/assign.ts'
import type { PlanningContext } from '../plan/context.ts'
import { takesNewcomers } from '../plan/pins.ts'
import type { PlanTrip } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { insertDemand, isInserted, openRoutesOf } from '../problem/insert.ts'
import type { Demand } from '../problem/request.ts'

/** An assignment that adds one booking to one trip. */
export type InsertedAssignment = Assignment & { trip: PlanTrip; insertion: Insertion }

/**
 * Inserts a promise into the plan as it is: into the preferred trip if it has room, otherwise where it costs least.
 * The refusals of all vehicles where none has room.
 */
export const assignByInsertion = (
  context: PlanningContext,
  demand: Demand,
  preferredTrip: number,
): InsertedAssignment | readonly Refusal[] => {
  const preferred = insertAmong(
    context,
    demand,
    (trip) => trip.id === preferredTrip && takesNewcomers(trip, context.now),
  )
  if (isAssigned(preferred)) return preferred
  return insertAmong(
    context,
    demand,
    (trip) =>
      takesNewcomers(trip, context.now) &&
      trip.start < demand.dropoff.upper &&
      trip.end > Math.max(context.now, demand.pickup.lower),
  )
}

const insertAmong = (
  context: PlanningContext,
  demand: Demand,
  trips: (trip: PlanTrip) => boolean,
): InsertedAssignment | readonly Refusal[] => {
  const { plan } = context
  const places = [demand.pickup.location_id, demand.dropoff.location_id].flatMap((id) => {
    const point = plan.points.get(id)
    return point === undefined ? [] : [point]
  })
  const pp = buildProblem({ ...context, trips, places })
  if (pp.problem.vehicles.length === 0) return []
  const found = insertDemand(pp, openRoutesOf(pp), demand)
  if (!isInserted(found)) return found
  const { trip, request, insertion } = found
  return {
    pp,
    trip,
    insertion,
    problem: { ...pp.problem, requests: [...pp.problem.requests, request] },
    demands: new Map<number, Demand>([...pp.bookings, [demand.id, demand]]),
    solution: {
      ...pp.solution,
      routes: pp.solution.routes.map((route) => (route.vehicle === trip.id ? insertion.route : route)),
    },
  }
}

export const isAssigned = (found: InsertedAssignment | readonly Refusal[]): found is InsertedAssignment => 'pp' in found
