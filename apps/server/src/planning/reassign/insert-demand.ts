import type { Insertion, Problem, Refusal, Visit } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import { NEWCOMER } from '../search/find-candidates.ts'
import type { Scene } from '../search/find-candidates.ts'
import type { PlanTrip, ZonePlan } from '../plan/types.ts'
import { insertWish, isRoom, laidOut } from '../problem/insert.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Wish } from '../problem/request.ts'

/** Where a promise can be kept: the trip, and its route with the newcomer in it. */
export type Placement = {
  pp: PlanProblem
  trip: PlanTrip
  insertion: Insertion
  /** the problem and the wishes that know the newcomer by `id` */
  as: (id: number) => { problem: Problem; wishes: Map<number, Wish>; visits: Visit[] }
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
export const place = (scene: Scene, wish: Wish, options: PlaceOptions = {}): Placement | readonly Refusal[] => {
  const { prefer, except } = options
  if (prefer !== undefined) {
    const found = tryTrips(scene, wish, (trip) => trip.id === prefer && trip.available)
    if ('pp' in found) return found
  }
  return tryTrips(
    scene,
    wish,
    (trip) =>
      trip.id !== except &&
      trip.available &&
      trip.start < wish.dropoff.upper &&
      trip.end > Math.max(scene.now, wish.pickup.lower),
  )
}

const tryTrips = (scene: Scene, wish: Wish, trips: (trip: PlanTrip) => boolean): Placement | readonly Refusal[] => {
  const { plan } = scene
  const places = [wish.pickup.location_id, wish.dropoff.location_id].flatMap((id) => {
    const point = plan.points.get(id)
    return point === undefined ? [] : [point]
  })
  const pp = buildProblem({ ...scene, trips, places })
  if (pp.problem.vehicles.length === 0) return []
  const newcomer: Wish = { ...wish, id: NEWCOMER, status: 'created', trip_id: null, boarded_at: null }
  const room = insertWish(pp, laidOut(pp), newcomer)
  if (!isRoom(room)) return room
  const { trip, request, insertion: best } = room
  const { visits } = best.route
  return {
    pp,
    trip,
    insertion: best,
    as: (id) => ({
      problem: { ...pp.problem, requests: [...pp.problem.requests, { ...request, id }] },
      wishes: new Map<number, Wish>([...pp.bookings, [id, { ...newcomer, id }]]),
      visits: visits.map((visit) =>
        visit.kind !== 'fixed' && visit.request === NEWCOMER ? { ...visit, request: id } : visit,
      ),
    }),
  }
}

export const isPlaced = (found: Placement | readonly Refusal[]): found is Placement => 'pp' in found
