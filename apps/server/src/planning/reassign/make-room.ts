import { check, schedule } from '@ambit/engine'
import type { Insertion, Problem, Request, Route, Solution } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import type { Deps } from '../../deps.ts'
import { movedBookings } from '../change/assign.ts'
import type { Assignment } from '../change/assign.ts'
import type { PlanningContext } from '../plan/context.ts'
import { pointIn } from '../plan/lookups.ts'
import { takesNewcomers } from '../plan/pins.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import { drivesOf } from '../problem/driving.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { ridesIn, ridesOf } from '../problem/rides.ts'
import { candidateOf } from '../search/find-candidates.ts'
import type { AskedJourney } from '../search/find-candidates.ts'
import { isLargeEnough } from '../search/journey.ts'
import type { Candidate, Journey } from '../search/journey.ts'
import { askOptimiser } from './ask-optimiser.ts'
import { movableProblem } from './movable-problem.ts'
import { packProblem } from './problem-transfer.ts'
import type { SolveTask } from './problem-transfer.ts'
import { relaxToPlan } from './relaxed-problem.ts'

/** A person waits for the answer. On a virtual clock tries are counted, so that a day comes out the same twice. */
const MILLISECONDS = 300
const ITERATIONS = 600
/** Trips that are over so long before, or begin so long after, have nothing to give. */
const MARGIN_S = 3600

/** A solution with one request more, for which others change vehicle or order within what they were promised. */
export type Room = { pp: PlanProblem; problem: Problem; solution: Solution; request: Request; trip: PlanTrip }

type Sought = {
  places: readonly LngLat[]
  span: { from: Seconds; until: Seconds }
  requestIn: (pp: PlanProblem) => Request | null
}

const stopFor = ({ clock }: Deps): SolveTask['stop'] =>
  clock.moveTo === undefined ? { milliseconds: MILLISECONDS / Math.max(1, clock.speed) } : { iterations: ITERATIONS }

/**
 * Looks for a plan that serves a newcomer besides everyone that it serves already. Null: none was found in the time
 * that a dispatcher waits, or the optimiser failed. Nothing is locked: before it is carried out, `roomStill` tells whether it still holds.
 */
const makeRoom = async (deps: Deps, context: PlanningContext, sought: Sought): Promise<Room | null> => {
  const opened = opening(context, sought)
  if (opened === null) return null
  const solution = await askOptimiser(deps, context.plan.settings.zone_id, {
    problem: packProblem(opened.held),
    start: { ...opened.pp.solution, unserved: [opened.request.id] },
    seed: context.plan.version,
    stop: stopFor(deps),
  })
  if (solution === null) deps.planning.statistics.rooms_missed += 1
  return solution && roomIn(opened, solution)
}

type Opened = { pp: PlanProblem; problem: Problem; held: Problem; request: Request }

/** The plan as it is, with the newcomer waiting. Vehicles on a fixed route take no part: they have no other way to go. */
const opening = (context: PlanningContext, { places, span, requestIn }: Sought): Opened | null => {
  const pp = movableProblem(
    context,
    (trip) =>
      trip.route !== 'fixed_route' &&
      trip.end > Math.max(context.now, span.from - MARGIN_S) &&
      trip.start < span.until + MARGIN_S &&
      (trip.available || trip.stops.length > 0),
    places,
  )
  // In an empty plan an insertion has seen all that there is.
  if (pp.bookings.size === 0) return null
  const asked = requestIn(pp)
  if (asked === null) return null
  const free = [...pp.trips.values()].filter((trip) => takesNewcomers(trip, context.now)).map((trip) => trip.id)
  const request = { ...asked, vehicles: asked.vehicles?.filter((id) => free.includes(id)) ?? free }
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
    visits.some((visit) => visit.kind === 'pickup' && visit.request === request.id),
  )
  const trip = route === undefined ? undefined : pp.trips.get(route.vehicle)
  if (trip === undefined || solution.unserved.length > 0 || check(held, solution).length > 0) return null
  return { pp, problem, solution, request, trip }
}

/** A candidate for a journey that no insertion serves, picked up no later than `latest`: an offering may promise it. */
export const candidateWithRoom = async (
  deps: Deps,
  context: PlanningContext,
  journey: Journey,
  asked: AskedJourney,
  latest: number,
): Promise<Candidate | null> => {
  const { statistics, optimiser } = deps.planning
  if (!context.plan.trips.some((trip) => trip.available && isLargeEnough(trip, journey))) return null
  if (optimiser.isAskedEnough()) {
    statistics.rooms_missed += 1
    return null
  }
  const { pickup, dropoff, request, epoch, requestIn } = asked
  statistics.rooms_sought += 1
  const room = await makeRoom(deps, context, {
    places: [pickup.point, dropoff.point],
    span: { from: request.pickup.window.earliest + epoch, until: request.delivery.window.latest + epoch },
    requestIn: (pp) => {
      const again = requestIn(pp)
      return again && { ...again, pickup: { ...again.pickup, window: { ...again.pickup.window, latest } } }
    },
  })
  if (room === null) return null
  statistics.rooms_found += 1
  const others = movedBookings(room).size - 1
  return candidateOf(room.pp, asked, room.request, asInsertion(room), others)
}

/** Room for a promise, on whichever vehicle. */
export const roomForDemand = (deps: Deps, context: PlanningContext, demand: Demand): Promise<Room | null> =>
  makeRoom(deps, context, soughtFor(context, demand))

const soughtFor = (context: PlanningContext, demand: Demand): Sought => ({
  places: [demand.pickup.location_id, demand.dropoff.location_id].map((id) => pointIn(context.plan, id)),
  span: { from: demand.pickup.lower, until: demand.dropoff.upper },
  requestIn: (pp) => requestOf(pp, demand),
})

/** The same room from where the vehicles are by now; null where it does not hold any more. */
export const roomStill = (context: PlanningContext, demand: Demand, { solution }: Room): Room | null => {
  const opened = opening(context, soughtFor(context, demand))
  return opened === null ? null : roomIn(opened, solution)
}

/** The room with its newcomer as a booking. */
export const assignmentOf = (room: Room, demand: Demand): Assignment => ({
  ...room,
  demands: new Map<number, Demand>([...room.pp.bookings, [demand.id, demand]]),
})

/** What the change does to the vehicle that takes the newcomer, and to all other passengers, in the form of an insertion. */
const asInsertion = ({ pp, problem, solution, request: newcomer, trip }: Room): Insertion => {
  const route = routeOf(solution, trip.id)
  const times = schedule(problem, route)
  if (times === null) throw new Error(`The route of trip ${trip.id} cannot be driven`)
  const at = (kind: 'pickup' | 'delivery'): number =>
    times[route.visits.findIndex((visit) => visit.kind === kind && visit.request === newcomer.id)]?.begin ?? 0
  const before = ridesIn(pp)
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
