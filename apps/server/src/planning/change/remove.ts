import { buildProblem } from '../problem/build.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { PlanChange } from './change-plan.ts'
import { writeTrip } from './write-trip.ts'

/**
 * Takes requests out of a trip's route; the others are served no later than before. The context still holds them.
 * Without requests it takes away the stops that are not needed any more.
 */
export const removeFromTrip = async (
  change: PlanChange,
  context: PlanningContext,
  tripId: number,
  requests: ReadonlySet<number>,
): Promise<void> => {
  const pp = buildProblem({ ...context, trips: (trip) => trip.id === tripId })
  const trip = pp.trips.get(tripId)
  const route = pp.solution.routes.find((one) => one.vehicle === tripId)
  if (trip === undefined || route === undefined) return
  const visits = route.visits.filter((visit) => visit.kind === 'fixed' || !requests.has(visit.request))
  // A passenger who leaves the plan while riding must not be waited for: the engine's vehicle carries them no more.
  const problem = {
    ...pp.problem,
    vehicles: pp.problem.vehicles.map((vehicle) => ({
      ...vehicle,
      onBoard: vehicle.onBoard.filter((id) => !requests.has(id)),
      committed: vehicle.committed.filter((visit) => visit.kind === 'fixed' || !requests.has(visit.request)),
    })),
    requests: pp.problem.requests.filter((request) => !requests.has(request.id)),
  }
  await writeTrip(change, { pp, problem, demands: pp.bookings }, trip, visits)
}
