import type { Scene } from '../find-ways.ts'
import type { PlanTrip } from '../plan.ts'
import { buildProblem } from '../problem.ts'
import type { ProblemInput, PlanProblem } from '../problem.ts'

/**
 * A plan's trips with the freedom that planning has: bookings that are not secured may change to any vehicle that
 * drives or is yet to begin; whoever is secured or on board stays with theirs.
 */
export const problemWithFreedom = (
  scene: Scene,
  takesPart: (trip: PlanTrip) => boolean,
  places: ProblemInput['places'] = [],
): PlanProblem => {
  const pp = buildProblem({ ...scene, trips: takesPart, places })
  const open = [...pp.trips.values()]
    .filter((trip) => trip.available && (trip.state !== 'staged' || trip.start > scene.now))
    .map((trip) => trip.id)
  const requests = pp.problem.requests.map((request) => {
    const booking = pp.bookings.get(request.id)
    if (booking?.status !== 'assigned' || booking.trip_id === null) return request
    return { ...request, vehicles: [...new Set([booking.trip_id, ...open])] }
  })
  return { ...pp, problem: { ...pp.problem, requests } }
}
