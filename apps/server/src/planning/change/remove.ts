import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { PlanningContext } from '../search/find-candidates.ts'
import { buildProblem } from '../problem/build.ts'
import { writeTrip } from './write-trip.ts'

/** Takes requests out of a trip's route; whoever stays is served no later than before. The plan still holds them. */
export const dropFromTrip = async (
  tx: Transaction<DB>,
  context: PlanningContext,
  tripId: number,
  requests: ReadonlySet<number>,
  now: Date,
): Promise<void> => {
  const pp = buildProblem({ ...context, trips: (trip) => trip.id === tripId })
  const trip = pp.trips.get(tripId)
  const route = pp.solution.routes.find((one) => one.vehicle === tripId)
  if (trip === undefined || route === undefined) return
  const visits = route.visits.filter((visit) => visit.kind === 'fixed' || !requests.has(visit.request))
  // Somebody who leaves the plan while riding must not be waited for: the engine's vehicle carries them no more.
  const problem = {
    ...pp.problem,
    vehicles: pp.problem.vehicles.map((vehicle) => ({
      ...vehicle,
      onBoard: vehicle.onBoard.filter((id) => !requests.has(id)),
      committed: vehicle.committed.filter((visit) => visit.kind === 'fixed' || !requests.has(visit.request)),
    })),
    requests: pp.problem.requests.filter((request) => !requests.has(request.id)),
  }
  await writeTrip(tx, { pp, problem, demands: pp.bookings, trip, visits, now })
}
