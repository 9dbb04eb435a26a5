import type { PlanningContext } from '../plan/context.ts'
import { isPaused, isPinned, takesNewcomers, tripsOpenTo } from '../plan/pins.ts'
import type { PlanTrip } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { ProblemInput, PlanProblem } from '../problem/build.ts'

/**
 * A passenger's minute counts so much of what it counts in an offering: how soon and how directly a passenger travels was
 * chosen and promised then, and all that lies within the promise is kept.
 */
const WITHIN_PROMISE = 0.5

/**
 * A plan's trips with the freedom that planning has: bookings that are not secured may change to any vehicle that
 * drives or is yet to begin; those pinned, secured or on board stay with theirs. Paused trips take no part.
 */
export const movableProblem = (
  context: PlanningContext,
  takesPart: (trip: PlanTrip) => boolean,
  places: ProblemInput['places'] = [],
): PlanProblem => {
  const { now } = context
  const pp = buildProblem({ ...context, trips: (trip) => takesPart(trip) && !isPaused(trip, now), places })
  const open = [...pp.trips.values()].filter(
    (trip) => takesNewcomers(trip, now) && (trip.state !== 'staged' || trip.start > now),
  )
  const requests = pp.problem.requests.map((request) => {
    const booking = pp.bookings.get(request.id)
    if (booking?.status !== 'assigned' || booking.trip_id === null) return request
    if (isPinned(booking, now)) return { ...request, vehicles: [booking.trip_id] }
    const others = tripsOpenTo(booking, open, now) ?? open.map(({ id }) => id)
    return { ...request, vehicles: [...new Set([booking.trip_id, ...others])] }
  })
  const { rideTime, waitTime, ...rest } = pp.problem.objective
  const objective = { ...rest, rideTime: rideTime * WITHIN_PROMISE, waitTime: waitTime * WITHIN_PROMISE }
  return { ...pp, problem: { ...pp.problem, requests, objective } }
}
