import { check, schedule } from '@ambit/engine'
import type { Visit } from '@ambit/engine'
import { invalid } from '../../http/errors.ts'
import { noteBooking, planBefore } from '../../planning/change/change-plan.ts'
import { widenPromises, widenRides } from '../../planning/change/promises.ts'
import { writeTrip } from '../../planning/change/write-trip.ts'
import { buildProblem } from '../../planning/problem/build.ts'
import { relaxToPlan } from '../../planning/reassign/relaxed-problem.ts'
import { findNamedTrip, placeOfTrip, requireOpen, vehicleIn } from './find.ts'
import { NoWay } from './kind.ts'
import type { Asked, Kind } from './kind.ts'

const backwards = (visits: readonly Visit[]): boolean =>
  visits.some(
    (visit, at) =>
      visit.kind === 'delivery' &&
      visits.slice(at).some((one) => one.kind === 'pickup' && one.request === visit.request),
  )

export const reorder: Kind<Asked<'reorder'>> = {
  reads: 'TripManagement:trip:canRead',
  changes: 'DispatchManagement:reorder:canUpdate',
  cause: 'dispatch',
  forced: false,
  place: (deps, { trip_id }, actor) => placeOfTrip(deps, trip_id, actor),
  ways: [
    {
      key: 'asked',
      title: (run) => `Change the order of the stops of ${vehicleIn(run, run.action.trip_id)}`,
      carryOut: async ({ action, change, actor }) => {
        requireOpen(await findNamedTrip(change.tx, action.trip_id, actor))
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
        if (backwards(visits))
          throw invalid([{ pointer: '/before', detail: 'Somebody would be set down before they board' }])
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
      },
    },
  ],
}
