import { type Insertion, insertInto, type Request } from '@ambit/engine'
import { partyOf, type WalkOn } from '@ambit/domain'
import { notPossible, notReady } from '../http/errors.ts'
import { assign } from '../planning/change/assign.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { withPoints } from '../planning/plan/context.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { toDate, toSeconds } from '../planning/plan/types.ts'
import type { Seconds } from '../planning/plan/types.ts'
import { buildProblem } from '../planning/problem/build.ts'
import type { PlanProblem } from '../planning/problem/build.ts'
import { openRoutesOf } from '../planning/problem/insert.ts'
import { dwellOf, requestOf } from '../planning/problem/request.ts'
import type { Demand } from '../planning/problem/request.ts'
import { refusalReasons } from '../planning/search/refusals.ts'
import type { DriverAction, StopRow } from './action.ts'
import { insertWalkOn, placeOf, type Ride } from './walk-on-booking.ts'

type Asked = { here: StopRow; deed: WalkOn }
type Place = Ride['to'] extends infer T ? Omit<T, 'lower' | 'upper' | 'trip_stop_id'> : never

/** Takes them into the trip as the plan is now, from where it stands; 422 with what stands in the way. */
export const insertIntoTrip = async (action: DriverAction, id: number, { here, deed }: Asked): Promise<void> => {
  const { change, trip, by } = action
  const { context } = await planChanged(change)
  if (context === null) throw notReady('Street data is missing: a way there cannot be planned')
  const from = await placeOf(action, here.location_id)
  const to = await placeOf(action, deed.dropoff_location_id)
  const { pp, demand, request, direct_s } = demandOf(withEnds(context, [from, to]), trip.id, { id, from, to, deed })
  const insertion = aboardFirst(pp, request)
  const drop = Math.ceil(insertion.deliveryTime + pp.epoch)
  const room = context.plan.settings.strategy.dropoff_window_minutes * 60
  const promised = { lower: Math.min(demand.dropoff.lower, drop), upper: Math.min(demand.dropoff.upper, drop + room) }
  await insertWalkOn(action, id, {
    deed,
    ride: {
      from: {
        ...from,
        lower: toDate(demand.pickup.lower),
        upper: toDate(Math.max(promised.lower, demand.pickup.lower, toSeconds(here.scheduled_at))),
        trip_stop_id: here.id,
      },
      to: { ...to, lower: toDate(promised.lower), upper: toDate(promised.upper), trip_stop_id: null },
      max_ride_s: demand.max_ride_s,
      direct_s,
    },
  })
  const kept: Demand = { ...demand, dropoff: { ...demand.dropoff, ...promised, promised_upper: promised.upper } }
  await assign(
    change,
    {
      pp,
      problem: { ...pp.problem, requests: [...pp.problem.requests, requestOf(pp, kept)] },
      demands: new Map<number, Demand>([...pp.bookings, [id, kept]]),
      solution: { ...pp.solution, routes: [insertion.route] },
    },
    { placed: { id, by }, reasons: () => [] },
  )
}

const withEnds = (context: PlanningContext, ends: readonly Place[]): PlanningContext => ({
  ...context,
  plan: withPoints(
    context.plan,
    ends.map(({ id, longitude, latitude }) => [id, [longitude, latitude]] as const),
  ),
})

type Wanted = { id: number; from: Place; to: Place; deed: WalkOn }

const demandOf = (context: PlanningContext, tripId: number, { id, from, to, deed }: Wanted) => {
  const { settings } = context.plan
  const { strategy } = settings
  const point = ({ longitude, latitude }: Place): [number, number] => [longitude, latitude]
  const places = [point(from), point(to)]
  const pp = buildProblem({ ...context, trips: (trip) => trip.id === tripId, places })
  const direct_s = pp.network.travel.duration(pp.network.place(point(from)), pp.network.place(point(to)))
  if (from.id === to.id || direct_s === 0) throw notPossible('They are there already')
  if (direct_s === Infinity) throw notPossible('No road leads there')
  const party = partyOf(deed)
  const max_ride_s = Math.ceil(strategy.max_detour_factor * direct_s + strategy.max_detour_minutes * 60)
  const end = pp.now + dwellOf(strategy, party.passenger_count, party.mobility_support) + max_ride_s
  const demand: Demand = {
    ...party,
    id,
    status: 'created',
    trip_id: null,
    // They get on where the vehicle stands, once those have who are waited for there.
    pickup: { location_id: from.id, lower: pp.now, upper: end, promised_upper: end, walk_s: 0 },
    dropoff: { location_id: to.id, lower: Math.ceil(pp.now + direct_s), upper: end, promised_upper: end, walk_s: 0 },
    max_ride_s,
    boarded_at: null,
  }
  return { pp, demand, request: requestOf(pp, demand), direct_s: Math.ceil(direct_s) satisfies Seconds }
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
