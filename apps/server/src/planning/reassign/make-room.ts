import { check, schedule } from '@ambit/engine'
import type { Insertion, Problem, Request, Route, Solution } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import type { Deps } from '../../deps.ts'
import { drivesOf } from '../problem/driving.ts'
import { isLargeEnough, NEWCOMER, candidateOf } from '../search/find-candidates.ts'
import type { Journey, PlanningContext, Candidate, AskedJourney } from '../search/find-candidates.ts'
import { ridesOf } from '../change/move.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import { pointIn } from '../plan/lookups.ts'
import type { PlanProblem } from '../problem/build.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { askOptimiser, isAskedEnough } from './optimiser.ts'
import { movedBookings } from '../change/assign.ts'
import { movableProblem } from './movable-problem.ts'
import { relaxToPlan } from './relaxed-problem.ts'
import { packProblem } from './problem-transfer.ts'
import type { SolveTask } from './problem-transfer.ts'
import { tallyOf } from './statistics.ts'

/** Somebody waits for the answer; a virtual day counts tries, so that it comes out the same twice. */
const MILLISECONDS = 300
const ITERATIONS = 600
/** Trips that are over so long before, or begin so long after, have nothing to give. */
const MARGIN_S = 3600

/** A plan with one more in it that no insertion found a place for: the others make room within what they were promised. */
export type Room = { pp: PlanProblem; problem: Problem; solution: Solution; request: Request; trip: PlanTrip }

type Asked = {
  places: readonly LngLat[]
  span: { from: Seconds; until: Seconds }
  requestIn: (pp: PlanProblem) => Request | null
}

const stopFor = ({ clock }: Deps): SolveTask['stop'] =>
  clock.moveTo === undefined ? { milliseconds: MILLISECONDS / Math.max(1, clock.speed) } : { iterations: ITERATIONS }

/**
 * Looks for a plan that serves a newcomer besides everybody that it serves already. Null: none was found in the time
 * that a dispatcher waits. Nothing is locked; whoever carries it out looks whether it still holds.
 */
const makeRoom = async (
  deps: Deps,
  context: PlanningContext,
  asked: Asked,
  stop = stopFor(deps),
): Promise<Room | null> => {
  const opened = opening(context, asked)
  if (opened === null) return null
  const solution = await askOptimiser({
    problem: packProblem(opened.held),
    start: { ...opened.pp.solution, unserved: [NEWCOMER] },
    seed: context.plan.version,
    stop,
  })
  return roomIn(opened, solution)
}

type Opened = { pp: PlanProblem; problem: Problem; held: Problem; request: Request }

/** The plan as it is, with the newcomer waiting. Vehicles that keep to a line have no other way to go. */
const opening = (context: PlanningContext, { places, span, requestIn }: Asked): Opened | null => {
  const pp = movableProblem(
    context,
    (trip) =>
      trip.route !== 'fixed_route' &&
      trip.end > Math.max(context.now, span.from - MARGIN_S) &&
      trip.start < span.until + MARGIN_S &&
      (trip.available || trip.stops.length > 0),
    places,
  )
  // Where nobody is planned, an insertion has seen all that there is.
  if (pp.bookings.size === 0) return null
  const asked = requestIn(pp)
  if (asked === null) return null
  const free = [...pp.trips.values()].filter((trip) => trip.available).map((trip) => trip.id)
  const request = { ...asked, vehicles: free }
  const held = relaxToPlan(pp.problem, pp.solution)
  return {
    pp,
    request,
    problem: { ...pp.problem, requests: [...pp.problem.requests, request] },
    held: { ...held, requests: [...held.requests, request] },
  }
}

const roomIn = ({ pp, problem, held, request }: Opened, solution: Solution): Room | null => {
  const route = solution.routes.find(({ visits }) =>
    visits.some((visit) => visit.kind === 'pickup' && visit.request === NEWCOMER),
  )
  const trip = route === undefined ? undefined : pp.trips.get(route.vehicle)
  if (trip === undefined || solution.unserved.length > 0 || check(held, solution).length > 0) return null
  return { pp, problem, solution, request, trip }
}

/** A way for a journey that no insertion serves, picked up no later than `latest`: an offering may promise it. */
export const candidateWithRoom = async (
  deps: Deps,
  context: PlanningContext,
  journey: Journey,
  wished: AskedJourney,
  latest: number,
): Promise<Candidate | null> => {
  if (isAskedEnough() || !context.plan.trips.some((trip) => trip.available && isLargeEnough(trip, journey))) return null
  const { pickup, dropoff, request, epoch, requestIn } = wished
  const tally = tallyOf(deps)
  tally.rooms_sought += 1
  const room = await makeRoom(deps, context, {
    places: [pickup.point, dropoff.point],
    span: { from: request.pickup.window.earliest + epoch, until: request.delivery.window.latest + epoch },
    requestIn: (pp) => {
      const asked = requestIn(pp)
      return asked && { ...asked, pickup: { ...asked.pickup, window: { ...asked.pickup.window, latest } } }
    },
  })
  if (room === null) return null
  tally.rooms_found += 1
  return candidateOf(room.pp, wished, room.request, asInsertion(room), movedBookings(room.pp, room.solution).size)
}

/** Room for a promise: who booked gets it, whichever vehicle it is. */
export const roomForDemand = (deps: Deps, context: PlanningContext, demand: Demand): Promise<Room | null> =>
  makeRoom(deps, context, askedFor(context, demand))

const askedFor = (context: PlanningContext, demand: Demand): Asked => ({
  places: [demand.pickup.location_id, demand.dropoff.location_id].map((id) => pointIn(context.plan, id)),
  span: { from: demand.pickup.lower, until: demand.dropoff.upper },
  requestIn: (pp) => requestOf(pp, demand),
})

/** The same room from where the vehicles are by now; null where it holds no more. */
export const roomStill = (context: PlanningContext, demand: Demand, { solution }: Room): Room | null => {
  const opened = opening(context, askedFor(context, demand))
  return opened === null ? null : roomIn(opened, solution)
}

/** The room as it is written, once the newcomer is a booking of this id. */
export const withId = ({ pp, problem, solution }: Omit<Room, 'request' | 'trip'>, demand: Demand, id: number) => ({
  pp,
  problem: {
    ...problem,
    requests: problem.requests.map((request) => (request.id === NEWCOMER ? { ...request, id } : request)),
  },
  demands: new Map<number, Demand>([...pp.bookings, [id, { ...demand, id }]]),
  solution: {
    ...solution,
    routes: solution.routes.map((route) => ({
      ...route,
      visits: route.visits.map((visit) =>
        visit.kind !== 'fixed' && visit.request === NEWCOMER ? { ...visit, request: id } : visit,
      ),
    })),
  },
})

/** What the change does to the vehicle that takes the newcomer, and to everybody else, told as an insertion is. */
const asInsertion = ({ pp, problem, solution, trip }: Room): Insertion => {
  const route = routeOf(solution, trip.id)
  const times = schedule(problem, route)
  if (times === null) throw new Error(`The route of trip ${trip.id} cannot be driven`)
  const at = (kind: 'pickup' | 'delivery'): number =>
    times[route.visits.findIndex((visit) => visit.kind === kind && visit.request === NEWCOMER)]?.begin ?? 0
  const before = ridesOf({ pp, problem: pp.problem, solution: pp.solution })
  const after = ridesOf({ pp, problem, solution })
  const [driven, toDrive] = [drivesOf(pp.problem, pp.solution), drivesOf(problem, solution)]
  return {
    vehicle: trip.id,
    route,
    schedule: times,
    price: toDrive.seconds - driven.seconds,
    detourTime: toDrive.seconds - driven.seconds,
    detourDistance: toDrive.metres - driven.metres,
    pickupTime: at('pickup'),
    deliveryTime: at('delivery'),
    affected: [...before].flatMap(([request, { dropoff_at }]) => {
      const delay = (after.get(request)?.dropoff_at ?? dropoff_at) - dropoff_at
      return delay === 0 ? [] : [{ request, delay }]
    }),
  }
}

const routeOf = (solution: Solution, vehicle: number): Route =>
  solution.routes.find((route) => route.vehicle === vehicle) ?? { vehicle, visits: [] }
