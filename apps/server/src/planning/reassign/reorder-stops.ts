import { check, schedule } from '@ambit/engine'
import type { Visit } from '@ambit/engine'
import { invalid } from '../../http/errors.ts'
import { noteBooking, planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { widenPromises, widenRides } from '../change/promises.ts'
import { writeTrip } from '../change/write-trip.ts'
import { buildProblem } from '../problem/build.ts'
import { NoWay } from './no-way.ts'
import { relaxToPlan } from './relaxed-problem.ts'

const backwards = (visits: readonly Visit[]): boolean =>
  visits.some(
    (visit, at) =>
      visit.kind === 'delivery' &&
      visits.slice(at).some((one) => one.kind === 'pickup' && one.request === visit.request),
  )

type Order = { trip_id: number; trip_stop_id: number; before: number | null }

/** Puts a stop before another one of its trip. 422 for an order that cannot be driven, or sets somebody down too soon. */
export const reorderStops = async (change: PlanChange, action: Order): Promise<void> => {
  const context = await planBefore(change)
  const pp = buildProblem({ ...context, trips: ({ id }) => id === action.trip_id })
  const trip = pp.trips.get(action.trip_id)
  const route = pp.solution.routes[0]
  if (trip === undefined || route === undefined) throw new NoWay([])
  const at = (stop: number, visit: Visit): boolean => {
    if (visit.kind === 'fixed') return visit.id === stop
    const booking = pp.bookings.get(visit.request)
    return (visit.kind === 'pickup' ? booking?.pickup_trip_stop_id : booking?.dropoff_trip_stop_id) === stop
  }
  const own = route.visits.filter((visit) => at(action.trip_stop_id, visit))
  if (own.length === 0) throw invalid([{ pointer: '/trip_stop_id', detail: 'The trip has no such stop ahead' }])
  const rest = route.visits.filter((visit) => !own.includes(visit))
  const { before } = action
  const place = before === null ? rest.length : rest.findIndex((visit) => at(before, visit))
  if (place < 0) throw invalid([{ pointer: '/before', detail: 'The trip has no such stop ahead' }])
  const visits = [...rest.slice(0, place), ...own, ...rest.slice(place)]
  if (backwards(visits)) throw invalid([{ pointer: '/before', detail: 'Somebody would be set down before they board' }])
  const solution = { routes: [{ vehicle: trip.id, visits }], unserved: [] }
  if (
    schedule(pp.problem, solution.routes[0]!) === null ||
    check(relaxToPlan(pp.problem, solution), solution).length > 0
  )
    // just made
    throw invalid([{ pointer: '/before', detail: 'The vehicle cannot drive the stops in this order' }])
  const assignment = { pp, problem: pp.problem, demands: pp.bookings, solution }
  await widenPromises(change, assignment, new Set(pp.bookings.keys()))
  await widenRides(change, assignment, [...pp.bookings.values()])
  for (const { id, trip_id } of pp.bookings.values()) noteBooking(change, id, trip_id)
  await writeTrip(change, assignment, trip, visits)
}
