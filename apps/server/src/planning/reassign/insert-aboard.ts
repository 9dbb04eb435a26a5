import { type Insertion, insertInto, type Request } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import { notPossible } from '../../http/errors.ts'
import { withPoints } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { openRoutesOf } from '../problem/insert.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { serviceTimes } from '../problem/service-time.ts'
import { refusalReasons } from '../search/refusals.ts'

type End = { id: number; point: LngLat }
type Wanted = {
  /** of the booking */
  id: number
  trip_id: number
  party: { passenger_count: number; mobility_support: number }
  from: End
  to: End
}

/** How passengers ride who get on where the vehicle stands. Times in seconds since 1970. */
export type WayAboard = { pp: PlanProblem; demand: Demand; insertion: Insertion; drop_at: Seconds; direct_s: Seconds }

/** The cheapest way to take them along at once, in this trip alone; throws 422 with what stands in the way. */
export const insertAboard = (given: PlanningContext, wanted: Wanted): WayAboard => {
  const { id, trip_id, party, from, to } = wanted
  const context: PlanningContext = {
    ...given,
    plan: withPoints(
      given.plan,
      [from, to].map((end) => [end.id, end.point] as const),
    ),
  }
  const pp = buildProblem({ ...context, trips: (trip) => trip.id === trip_id, places: [from.point, to.point] })
  const direct_s = pp.network.travel.duration(pp.network.place(from.point), pp.network.place(to.point))
  if (from.id === to.id || direct_s === 0) throw notPossible('They are there already')
  if (direct_s === Infinity) throw notPossible('No road leads there')
  const { strategy } = context.plan.settings
  const max_ride_s = Math.ceil(strategy.max_detour_factor * direct_s + strategy.max_detour_minutes * 60)
  const boarders = { passengers: party.passenger_count, wheelchairs: party.mobility_support, times: null }
  const end = pp.now + serviceTimes(strategy, boarders).pickup + max_ride_s
  const demand: Demand = {
    ...party,
    times: null,
    needs: [],
    id,
    status: 'created',
    trip_id: null,
    // They get on where the vehicle stands, once those have who are waited for there.
    pickup: { location_id: from.id, lower: pp.now, upper: end, promised_upper: end, walk_s: 0 },
    dropoff: { location_id: to.id, lower: Math.ceil(pp.now + direct_s), upper: end, promised_upper: end, walk_s: 0 },
    max_ride_s,
    boarded_at: null,
  }
  const insertion = aboardFirst(pp, requestOf(pp, demand))
  return { pp, demand, insertion, drop_at: Math.ceil(insertion.deliveryTime + pp.epoch), direct_s: Math.ceil(direct_s) }
}

/** More ways than this into one vehicle are not looked at. */
const MOST_WAYS = 1000

/** The cheapest way on which they get on at once. */
const aboardFirst = (pp: PlanProblem, request: Request): Insertion => {
  const committed = pp.problem.vehicles[0]?.committed.length ?? 0
  const answer = insertInto(openRoutesOf(pp).free, request, { perVehicle: MOST_WAYS })
  const way = answer.insertions.find(
    ({ route }) => route.visits.findIndex((visit) => 'request' in visit && visit.request === request.id) === committed,
  )
  if (way !== undefined) return way
  const [reason] = refusalReasons(answer.refusals, pp.epoch, pp.plan.settings.time_zone)
  throw notPossible(reason?.text ?? 'Taking them along now would make others later than promised')
}
