import type { Problem, Route, Solution, Visit } from '@ambit/engine'
import type { Transaction } from 'kysely'
import type { LiveEvent, Reason } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import { byEngine, recordHistory } from './booking-history.ts'
import { bookingEvents, detach, tripEvents } from './move.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Demand } from '../problem/request.ts'
import { writeTrip } from './write-trip.ts'

type Better = {
  pp: PlanProblem
  /** these know a newcomer as well, where there is one */
  problem: Problem
  demands: ReadonlyMap<number, Demand>
  solution: Solution
  now: Date
  /** why bookings move, by how many do */
  why: (moved: number) => Reason
}

/** Bookings that have another vehicle in a solution than in the plan, with that vehicle's trip; no newcomers. */
export const movedBookings = (pp: PlanProblem, solution: Solution): Map<number, number> => {
  const moved = new Map<number, number>()
  for (const route of solution.routes)
    for (const visit of route.visits) {
      const booking = visit.kind === 'pickup' ? pp.bookings.get(visit.request) : undefined
      if (booking !== undefined && booking.trip_id !== route.vehicle) moved.set(booking.id, route.vehicle)
    }
  return moved
}

/** Writes a solution over a plan that its zone's lock holds, with histories; the live events that tell of it. */
export const carryOut = async (
  tx: Transaction<DB>,
  { pp, problem, demands, solution, now, why }: Better,
): Promise<{ moved: number; events: LiveEvent[] }> => {
  const moved = movedBookings(pp, solution)
  if (moved.size > 0) await detach(tx, [...moved.keys()], now)
  const changed = changedRoutes(pp, solution)
  for (const route of changed) {
    const trip = pp.trips.get(route.vehicle)
    if (trip !== undefined) await writeTrip(tx, { pp, problem, demands, trip, visits: route.visits, now })
  }
  const reasons = [why(moved.size)]
  await recordHistory(
    tx,
    now,
    [...moved].map(([id, trip_id]) => ({
      service_request_id: id,
      status: 'assigned' as const,
      trip_id,
      by: byEngine,
      reasons,
    })),
  )
  const left = [...moved.keys()].flatMap((id) => pp.bookings.get(id)?.trip_id ?? [])
  const { settings } = pp.plan
  return {
    moved: moved.size,
    events: [
      ...bookingEvents(settings, moved),
      ...tripEvents(settings, [...changed.map((route) => route.vehicle), ...left]),
    ],
  }
}

const changedRoutes = (pp: PlanProblem, solution: Solution): Route[] => {
  const key = (visits: readonly Visit[]): string =>
    visits.map((visit) => (visit.kind === 'fixed' ? `f${visit.id}` : `${visit.kind}${visit.request}`)).join(' ')
  const before = new Map(pp.solution.routes.map((route) => [route.vehicle, key(route.visits)]))
  return solution.routes.filter((route) => before.get(route.vehicle) !== key(route.visits))
}
