import { check, schedule } from '@ambit/engine'
import type { Visit } from '@ambit/engine'
import { assign } from '../change/assign.ts'
import type { Assignment } from '../change/assign.ts'
import { planBefore } from '../change/change-plan.ts'
import { widenPromises, widenRides } from '../change/promises.ts'
import { removeFromTrip } from '../change/remove.ts'
import type { PlanningContext } from '../plan/context.ts'
import { heldByGroup, homesOf } from '../plan/groups.ts'
import { pointIn } from '../plan/lookups.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import { buildProblem } from '../problem/build.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { relaxToPlan } from './relaxed-problem.ts'
import { invalid } from '../../http/errors.ts'
import { NoWay } from './no-way.ts'
import type { By } from '../change/booking-history.ts'
import type { PlanChange } from '../change/change-plan.ts'

/** Stops of the trip before which the booking gets on and off; null: after the last one. */
type Place = { pickup_before: number | null; dropoff_before: number | null }

/** Which visits of a route are made at a stop: those of the bookings that get on or off there. */
const firstVisitAt = (
  trip: PlanTrip,
  context: PlanningContext,
  visits: readonly Visit[],
  stop: number | null,
): number => {
  if (stop === null) return visits.length
  const own = context.plan.bookings.filter((booking) => booking.trip_id === trip.id)
  const at = visits.findIndex((visit) =>
    visit.kind === 'fixed'
      ? visit.id === stop
      : own.some(
          ({ id, pickup_trip_stop_id, dropoff_trip_stop_id }) =>
            id === visit.request && (visit.kind === 'pickup' ? pickup_trip_stop_id : dropoff_trip_stop_id) === stop,
        ),
  )
  return at < 0 ? visits.length : at
}

/**
 * Puts one booking on a trip at the stops that a person chose. 422 for a drop-off before the pick-up, and for stops of
 * another trip; no way where it cannot be driven like that.
 */
export const putAtPlace = async (
  change: PlanChange,
  by: By,
  booking: PlanBooking,
  tripId: number,
  { pickup_before, dropoff_before }: Place,
): Promise<Map<number, PlanTrip>> => {
  const open = await planBefore(change)
  const held = heldByGroup(open.plan.bookings, booking, open.plan.trips)
  if (held.length > 0 && !homesOf(open.plan.bookings, booking).includes(tripId)) throw new NoWay(held)
  const context = { ...open, plan: withoutBookings(open.plan, new Set([booking.id])) }
  const places = [booking.pickup, booking.dropoff].map(({ location_id }) => pointIn(context.plan, location_id))
  const pp = buildProblem({ ...context, trips: (trip) => trip.id === tripId, places })
  const trip = pp.trips.get(tripId)
  const route = pp.solution.routes[0]
  if (trip === undefined || route === undefined) throw new NoWay([])
  for (const [field, stop] of Object.entries({ pickup_before, dropoff_before }))
    if (stop !== null && !trip.stops.some(({ id }) => id === stop))
      throw invalid([{ pointer: `/place/${field}`, detail: 'The trip has no such stop ahead' }])
  const committed = pp.problem.vehicles[0]?.committed.length ?? 0
  const from = Math.max(committed, firstVisitAt(trip, context, route.visits, pickup_before))
  const to = Math.max(committed, firstVisitAt(trip, context, route.visits, dropoff_before))
  if (to < from)
    throw invalid([{ pointer: '/place/dropoff_before', detail: 'The drop-off cannot come before the pick-up' }])
  const newcomer: Demand = { ...booking, status: 'unassigned', trip_id: null, bans: [] }
  const request = requestOf(pp, newcomer)
  const visits: Visit[] = [
    ...route.visits.slice(0, from),
    { kind: 'pickup', request: booking.id },
    ...route.visits.slice(from, to),
    { kind: 'delivery', request: booking.id },
    ...route.visits.slice(to),
  ]
  const problem = { ...pp.problem, requests: [...pp.problem.requests, request] }
  const solution = { routes: [{ vehicle: tripId, visits }], unserved: [] }
  const times = schedule(problem, solution.routes[0]!) // just made
  const faults = times === null ? [] : check(relaxToPlan(problem, solution), solution)
  if (times === null || faults.length > 0)
    throw new NoWay([
      { code: 'place', text: faults[0] === undefined ? 'No road leads along these stops' : 'It does not fit there' },
    ])
  const assignment: Assignment = {
    pp,
    problem,
    demands: new Map<number, Demand>([...pp.bookings, [booking.id, newcomer]]),
    solution,
  }
  const all = new Set([...pp.bookings.keys(), booking.id])
  await widenPromises(change, assignment, all)
  await widenRides(change, assignment, [...pp.bookings.values(), booking])
  await assign(change, assignment, {
    reasons: () => [{ code: 'by_hand', text: 'Assigned by hand, at a chosen place' }],
    by,
  })
  if (booking.trip_id !== null && booking.trip_id !== tripId)
    await removeFromTrip(change, context, booking.trip_id, new Set())
  return new Map([[booking.id, trip]])
}
