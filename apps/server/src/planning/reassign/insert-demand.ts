import type { Insertion, Problem, Refusal, Visit } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import { NEWCOMER } from '../search/find-candidates.ts'
import type { PlanningContext } from '../search/find-candidates.ts'
import type { PlanTrip, ZonePlan } from '../plan/types.ts'
import { insertDemand, isRoom, laidOut } from '../problem/insert.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Demand } from '../problem/request.ts'

/** Where a promise can be kept: the trip, and its route with the newcomer in it. */
export type Placement = {
  pp: PlanProblem
  trip: PlanTrip
  insertion: Insertion
  /** the problem and the demands that know the newcomer by `id` */
  as: (id: number) => { problem: Problem; demands: Map<number, Demand>; visits: Visit[] }
}

export type PlaceOptions = {
  /** tried first: the trip that was offered */
  prefer?: number
  /** never: the trip that is given up */
  except?: number
}

/** Points that the plan does not hold yet, such as a new passenger's door. */
export const withPoints = (plan: ZonePlan, points: Iterable<readonly [number, LngLat]>): ZonePlan => ({
  ...plan,
  points: new Map([...plan.points, ...points]),
})

/**
 * Finds room for a promise in the plan as it is: in the preferred trip if it has any, otherwise wherever it costs
 * least. The refusals of all vehicles where it has none.
 */
export const place = (
  context: PlanningContext,
  demand: Demand,
  options: PlaceOptions = {},
): Placement | readonly Refusal[] => {
  const { prefer, except } = options
  if (prefer !== undefined) {
    const found = tryTrips(context, demand, (trip) => trip.id === prefer && trip.available)
    if ('pp' in found) return found
  }
  return tryTrips(
    context,
    demand,
    (trip) =>
      trip.id !== except &&
      trip.available &&
      trip.start < demand.dropoff.upper &&
      trip.end > Math.max(context.now, demand.pickup.lower),
  )
}

const tryTrips = (
  context: PlanningContext,
  demand: Demand,
  trips: (trip: PlanTrip) => boolean,
): Placement | readonly Refusal[] => {
  const { plan } = context
  const places = [demand.pickup.location_id, demand.dropoff.location_id].flatMap((id) => {
    const point = plan.points.get(id)
    return point === undefined ? [] : [point]
  })
  const pp = buildProblem({ ...context, trips, places })
  if (pp.problem.vehicles.length === 0) return []
  const newcomer: Demand = { ...demand, id: NEWCOMER, status: 'created', trip_id: null, boarded_at: null }
  const room = insertDemand(pp, laidOut(pp), newcomer)
  if (!isRoom(room)) return room
  const { trip, request, insertion: best } = room
  const { visits } = best.route
  return {
    pp,
    trip,
    insertion: best,
    as: (id) => ({
      problem: { ...pp.problem, requests: [...pp.problem.requests, { ...request, id }] },
      demands: new Map<number, Demand>([...pp.bookings, [id, { ...newcomer, id }]]),
      visits: visits.map((visit) =>
        visit.kind !== 'fixed' && visit.request === NEWCOMER ? { ...visit, request: id } : visit,
      ),
    }),
  }
}

export const isPlaced = (found: Placement | readonly Refusal[]): found is Placement => 'pp' in found
