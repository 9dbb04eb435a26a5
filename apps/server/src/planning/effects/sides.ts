import { check } from '@ambit/engine'
import type { RequestStatus } from '@ambit/contract'
import { planBefore, planChanged } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { ridesIn } from '../problem/rides.ts'
import { relaxToPlan } from '../reassign/relaxed-problem.ts'
import type { PlannedRide } from '../problem/rides.ts'

/** A plan as it is, or as it would be, laid out for the trips that differ. */
export type Side = {
  context: PlanningContext
  pp: PlanProblem
  rides: ReadonlyMap<number, PlannedRide>
  trips: ReadonlyMap<number, PlanTrip>
  bookings: ReadonlyMap<number, PlanBooking>
}

/** The same plan before and after a change, at one moment. */
export type Sides = {
  before: Side
  after: Side
  /** trips that differ, and those of bookings that do */
  touched: ReadonlySet<number>
  /** of every booking that the change touched or that is named: its status before and after */
  statuses: ReadonlyMap<number, { before: RequestStatus; after: RequestStatus }>
}

const sideOf = (context: PlanningContext, touched: ReadonlySet<number>): Side => {
  const pp = buildProblem({ ...context, trips: (trip) => touched.has(trip.id) })
  return {
    context,
    pp,
    rides: ridesIn(pp),
    trips: new Map(context.plan.trips.map((trip) => [trip.id, trip])),
    bookings: new Map(context.plan.bookings.map((booking) => [booking.id, booking])),
  }
}

/**
 * Both sides of what a change has written so far. `named`: bookings that are over, with the status that they had; open ones
 * are in the plan. `everyTrip`: all may be driven otherwise, as when a road closes. Null without street data: nothing can be timed.
 */
export const sidesOf = async (
  change: PlanChange,
  named: ReadonlyMap<number, RequestStatus>,
  everyTrip = false,
): Promise<Sides | null> => {
  const before = await planBefore(change)
  const { context: after } = await planChanged(change)
  if (after === null) return null
  const { noted } = change
  const tripOf = (context: PlanningContext, id: number) =>
    context.plan.bookings.find((booking) => booking.id === id)?.trip_id ?? null
  const bookings = [...new Set([...noted.bookings.keys(), ...named.keys()])]
  const touched = new Set(noted.trips)
  if (everyTrip) for (const { id } of before.plan.trips) touched.add(id)
  for (const id of bookings)
    for (const trip of [tripOf(before, id), tripOf(after, id)]) if (trip !== null) touched.add(trip)
  const now = await change.tx
    .selectFrom('service_requests')
    .select(['id', 'status'])
    .where('id', 'in', bookings.length === 0 ? [0] : bookings)
    .execute()
  const [one, other] = [sideOf(before, touched), sideOf({ ...after, now: before.now }, touched)]
  const statuses = new Map(
    now.map(({ id, status }) => [
      id,
      { before: one.bookings.get(id)?.status ?? named.get(id) ?? status, after: status },
    ]),
  )
  return { before: one, after: other, touched, statuses }
}

/** Whether the plan afterwards holds from where everybody is, by the engine's own check, as late as it may be. */
export const isSound = ({ after, touched }: Sides): boolean => {
  const { problem, solution } = after.pp
  if (check(relaxToPlan(problem, solution), solution).length > 0) return false
  return [...touched].every((id) => {
    const trip = after.trips.get(id)
    return trip === undefined || trip.stops.length === 0 || after.pp.trips.has(id)
  })
}
