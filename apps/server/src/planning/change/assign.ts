import type { Problem, Solution, Visit } from '@ambit/engine'
import type { Reason } from '@ambit/contract'
import type { PlanTrip } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Demands } from '../problem/itinerary.ts'
import { byEngine } from './booking-history.ts'
import type { By } from './booking-history.ts'
import { recordBookings, unassign } from './bookings.ts'
import { noteTellings, noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { writeTrip } from './write-trip.ts'

/** Who rides with which vehicle, and in which order: a solution, and the problem that it solves. */
export type Assignment = {
  /** the plan as it was, without newcomers */
  pp: PlanProblem
  /** these include the newcomers */
  problem: Problem
  demands: Demands
  solution: Solution
}

/** Bookings that have another trip in the solution than in the plan, or had none, each with its new trip's id. */
export const movedBookings = ({ pp, solution }: Pick<Assignment, 'pp' | 'solution'>): Map<number, number> => {
  const moved = new Map<number, number>()
  for (const { vehicle, visits } of solution.routes)
    for (const visit of visits)
      if (visit.kind === 'pickup' && pp.bookings.get(visit.request)?.trip_id !== vehicle)
        moved.set(visit.request, vehicle)
  return moved
}

type Assigning = {
  /** why a booking rides with this trip from now on */
  reasons: (booking: number, trip: PlanTrip) => Reason[]
  /** who moved the others; the engine where it is left out */
  by?: By
  /** a booking that this change has put in, on no trip yet, and who is said to have given it its trip */
  placed?: { id: number; by: By }
}

/** The trips that an assignment changes. */
export const changedTrips = ({ pp, solution }: Pick<Assignment, 'pp' | 'solution'>): Set<number> =>
  new Set(solution.routes.filter(({ vehicle, visits }) => differs(pp, vehicle, visits)).map(({ vehicle }) => vehicle))

/**
 * Makes the plan what the solution says: the difference is worked out here, and only trips that differ are written.
 * Each booking that changes trip gets its history.
 */
export const assign = async (
  change: PlanChange,
  assignment: Assignment,
  { reasons, placed, by = byEngine }: Assigning,
): Promise<void> => {
  const { pp, solution } = assignment
  const moved = movedBookings(assignment)
  if (placed !== undefined) noteTellings(change, [{ event: 'booking_changed', service_request_id: placed.id }])
  for (const id of moved.keys()) {
    const left = pp.bookings.get(id)?.trip_id
    if (left != null) noteTrip(change, left)
  }
  await unassign(
    change,
    [...moved.keys()].filter((id) => id !== placed?.id),
  )
  const changed = changedTrips(assignment)
  for (const { vehicle, visits } of solution.routes)
    if (changed.has(vehicle)) await writeTrip(change, assignment, tripIn(pp, vehicle), visits)
  await recordBookings(
    change,
    [...moved].map(([id, trip_id]) => ({
      service_request_id: id,
      status: 'assigned' as const,
      trip_id,
      by: id === placed?.id ? placed.by : by,
      reasons: reasons(id, tripIn(pp, trip_id)),
    })),
  )
}

const tripIn = ({ trips }: PlanProblem, id: number): PlanTrip => {
  const trip = trips.get(id)
  if (trip === undefined) throw new Error(`The solution has a vehicle ${id} that the problem has not`)
  return trip
}

const differs = ({ solution }: PlanProblem, vehicle: number, visits: readonly Visit[]): boolean => {
  const before = solution.routes.find((route) => route.vehicle === vehicle)?.visits ?? []
  return before.length !== visits.length || visits.some((visit, index) => !isSame(visit, before[index]))
}

const isSame = (one: Visit, other: Visit | undefined): boolean => {
  if (one.kind === 'fixed') return other?.kind === 'fixed' && one.id === other.id
  return one.kind === other?.kind && one.request === other.request
}
