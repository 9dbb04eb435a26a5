import { insertInto } from '@ambit/engine'
import type { RefusedByRule } from '@ambit/domain'
import type { InsertAnswer, Insertion, Request } from '@ambit/engine'
import type { PlanningContext } from '../plan/context.ts'
import { lookupsOf } from '../plan/lookups.ts'
import type { Span } from '../plan/traffic.ts'
import { isPaused, takesAll } from '../plan/pins.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { insertOnRuns, openRoutesOf } from '../problem/insert.ts'
import type { OpenRoutes } from '../problem/insert.ts'
import { isLargeEnough } from './journey.ts'
import type { Candidate, Journey, Obstacle, Pair } from './journey.ts'
import { journeyRequest, windowsFor } from './journey-request.ts'
import type { SearchWindow } from './journey-request.ts'
import { refusedByRule } from './rules.ts'
import { meetingPointsFor } from './meeting-points.ts'
import type { MeetingPoint } from './meeting-points.ts'

/** A journey between two places as the engine was asked for it, and the same in another problem of the plan. */
export type AskedJourney = Pair & { request: Request; epoch: Seconds; requestIn: (pp: PlanProblem) => Request | null }

export type SearchResult = {
  candidates: Candidate[]
  obstacle: Obstacle | null
  /** what was asked last, for the places that are least to walk; null where nothing was */
  asked: AskedJourney | null
  /** how many vehicles would be in service, and are paused */
  paused: number
  /** how many are, and do not take the aids */
  not_taking: number
}

export type SearchLimits = {
  max_wait_s?: number
  max_walk_m?: number
  /** only whether it can be done at all: the nearest stops, vehicles that are large enough, one insertion in each */
  probe?: boolean
}

/** How many insertions in each vehicle are weighed: its cheapest is not always its soonest. */
const CANDIDATES_PER_VEHICLE = 2
const PROBE_PAIRS = 2
/** Trips that begin or end further from the requested time are left out. */
export const MARGIN_S = 3600

/** Every feasible insertion into the zone's trips, or what stood in the way. */
export const findCandidates = (context: PlanningContext, journey: Journey, limits: SearchLimits = {}): SearchResult => {
  const { plan, roads, monitors, now } = context
  const { strategy } = plan.settings
  const maxWait = limits.max_wait_s ?? strategy.max_wait_minutes * 60
  const from = journey.time - (journey.departing ? 0 : maxWait + 2 * MARGIN_S)
  const until = journey.time + (journey.departing ? maxWait : 0)
  const inTime = (trip: PlanTrip): boolean =>
    trip.available &&
    trip.start < until &&
    trip.end > Math.max(now, from) &&
    (limits.probe !== true || isLargeEnough(trip, journey))
  const open = (trip: PlanTrip): boolean => inTime(trip) && !isPaused(trip, now)
  const inService = (trip: PlanTrip): boolean => open(trip) && takesAll(trip, journey.needs)
  const excluded = {
    paused: plan.trips.filter((trip) => inTime(trip) && isPaused(trip, now)).length,
    not_taking: plan.trips.filter((trip) => open(trip) && !takesAll(trip, journey.needs)).length,
  }
  const ends = endsFor(context, journey, limits.max_walk_m, inService)
  if ('kind' in ends) return { candidates: [], obstacle: ends, asked: null, ...excluded }
  if (!plan.trips.some(inService)) {
    const { needs } = journey
    const obstacle =
      excluded.not_taking > 0 ? ({ kind: 'not_taken', needs } as const) : ({ kind: 'not_in_service' } as const)
    return { candidates: [], obstacle, asked: null, ...excluded }
  }
  const places = [...ends.pickups.free, ...ends.dropoffs.free].map((candidate) => candidate.point)
  const pp = buildProblem({ plan, roads, monitors, now, trips: inService, places })
  const hours = { from: journey.time - (journey.departing ? 0 : maxWait), until }
  const pairs = pairsOf(pp, hours, ends.pickups.free, ends.dropoffs.free)
  const onRoutes = pairsOf(pp, hours, ends.pickups.onRoutes, ends.dropoffs.onRoutes)
  if (pairs.length + onRoutes.length === 0)
    return { candidates: [], obstacle: { kind: 'no_way' }, asked: null, ...excluded }
  const search: Search = {
    now,
    pp,
    journey,
    routes: openRoutesOf(pp),
    pairs: limits.probe === true ? pairs.slice(0, PROBE_PAIRS) : pairs,
    onRoutes: limits.probe === true ? onRoutes.slice(0, PROBE_PAIRS) : onRoutes,
    perVehicle: limits.probe === true ? 1 : CANDIDATES_PER_VEHICLE,
  }
  let answers: readonly InsertAnswer[] = []
  let first: AskedJourney | null = null
  let ruled: RefusedByRule | null = null
  for (const window of windowsFor(journey, maxWait)) {
    const found = candidatesIn(search, window)
    if (found.answers.length > 0) answers = found.answers
    first = found.first ?? first
    ruled ??= found.ruled
    if (found.candidates.length > 0) return { candidates: found.candidates, obstacle: null, asked: first, ...excluded }
  }
  if (ruled !== null)
    return { candidates: [], obstacle: { kind: 'rule', refused: ruled, rides: null }, asked: first, ...excluded }
  const [nearest] = pairs
  if (answers.length === 0 && !journey.departing && nearest !== undefined)
    return { candidates: [], obstacle: { kind: 'too_soon', direct_s: nearest.direct_s }, asked: null, ...excluded }
  // The reasons cost more than the search: they are found when they are read, and a look for the nearest change reads none.
  const refused: Obstacle = {
    kind: 'refused',
    pp,
    get refusals() {
      return answers.flatMap((answer) => answer.refusals)
    },
  }
  return { candidates: [], obstacle: refused, asked: first, ...excluded }
}

export type Ends = Record<'pickups' | 'dropoffs', ReturnType<typeof meetingPointsFor>>

/** The places to be picked up and set down at, or which end has none. */
export const endsFor = (
  { plan, roads, ...context }: PlanningContext,
  journey: Journey,
  farthest: number | undefined,
  inService: (trip: PlanTrip) => boolean,
): Ends | Extract<Obstacle, { kind: 'no_stop' }> => {
  const maxWalk = farthest ?? plan.settings.strategy.max_walk_m
  const { linesAt } = lookupsOf(plan)
  const onRoute = (location: number): boolean => [...linesAt(location)].some(inService)
  const at = (end: 'origin' | 'destination') =>
    meetingPointsFor(
      roads,
      plan.settings,
      { place: journey[end], need: journey, direction: end === 'origin' ? 'to_stop' : 'from_stop', maxWalk },
      onRoute,
    )
  const pickups = at('origin')
  const none = (end: 'origin' | 'destination') =>
    ({ kind: 'no_stop', end, nearest_m: nearestStop({ plan, roads, ...context }, journey, end) }) as const
  if (pickups.free.length + pickups.onRoutes.length === 0) return none('origin')
  const dropoffs = at('destination')
  return dropoffs.free.length + dropoffs.onRoutes.length === 0 ? none('destination') : { pickups, dropoffs }
}

type Search = {
  now: Seconds
  pp: PlanProblem
  journey: Journey
  routes: OpenRoutes
  pairs: readonly Pair[]
  onRoutes: readonly Pair[]
  perVehicle: number
}

type Searched = {
  candidates: Candidate[]
  answers: InsertAnswer[]
  first: AskedJourney | null
  /** why what could have been had may not be booked */
  ruled: RefusedByRule | null
}

/** All candidates within one window, and the answers for the pairs that are least to walk. */
const candidatesIn = (search: Search, window: SearchWindow): Searched => {
  const { pp, journey, routes, pairs, onRoutes, perVehicle } = search
  const found: Searched = { candidates: [], answers: [], first: null, ruled: null }
  const take = (pair: Pair, nearest: boolean, request: Request, answer: InsertAnswer): void => {
    if (nearest) found.answers.push(answer)
    for (const insertion of answer.insertions) {
      const candidate = candidateOf(pp, pair, request, insertion)
      const refused = refusedByRule(candidate, journey, search.now)
      if (refused === null) found.candidates.push(candidate)
      else found.ruled ??= refused
    }
  }
  for (const [index, pair] of pairs.entries()) {
    const request = journeyRequest(pp, journey, pair, window)
    if (request === null) continue
    take(pair, index === 0, request, insertInto(routes.free, request, { perVehicle }))
    const requestIn = (other: PlanProblem) => journeyRequest(other, journey, pair, window)
    found.first ??= { ...pair, request, epoch: pp.epoch, requestIn }
  }
  for (const [index, pair] of onRoutes.entries())
    for (const { request, answer } of onRunsOf(pp, routes, journey, pair, window))
      take(pair, index === 0, request, answer)
  return found
}

/** The journey on each run of a fixed route that goes between the two stops in the window. */
const onRunsOf = (pp: PlanProblem, routes: OpenRoutes, journey: Journey, pair: Pair, window: SearchWindow) => {
  const [from, to] = [pair.pickup.location_id, pair.dropoff.location_id]
  if (from === null || to === null) return []
  const latest = ('slack' in window ? journey.time : window.latest) + pair.pickup.walk_s
  return insertOnRuns(pp, routes, { from, to, window: { earliest: pp.now, latest } }, ({ ride_s, slack_s }) =>
    // The line halts on its way: the window reckons with its ride, not with the direct drive.
    journeyRequest(pp, journey, { ...pair, direct_s: Math.max(pair.direct_s, ride_s + slack_s) }, window),
  )
}

export const pairsOf = (
  pp: PlanProblem,
  hours: Span,
  pickups: readonly MeetingPoint[],
  dropoffs: readonly MeetingPoint[],
): Pair[] =>
  pickups
    .flatMap((pickup) =>
      dropoffs.map((dropoff) => ({ pickup, dropoff, direct_s: directDrive(pp, hours, pickup, dropoff) })),
    )
    .filter(
      ({ pickup, dropoff, direct_s }) =>
        direct_s > 0 && direct_s < Infinity && pickup.location_id !== (dropoff.location_id ?? -1),
    )
    .toSorted((a, b) => walkOf(a) - walkOf(b))

const walkOf = (pair: Pair): number => pair.pickup.walk_m + pair.dropoff.walk_m

const directDrive = ({ network }: PlanProblem, hours: Span, pickup: MeetingPoint, dropoff: MeetingPoint): Seconds =>
  network.travel.duration(network.place(pickup.point, hours), network.place(dropoff.point, hours))

const nearestStop = (
  { plan, roads }: PlanningContext,
  journey: Journey,
  end: 'origin' | 'destination',
): number | null => {
  const direction = end === 'origin' ? 'to_stop' : 'from_stop'
  const walk = { place: journey[end], need: journey, direction, maxWalk: 5000 } as const
  return meetingPointsFor(roads, plan.settings, walk).free[0]?.walk_m ?? null
}

export const candidateOf = (
  pp: PlanProblem,
  pair: Pair,
  request: Request,
  insertion: Insertion,
  moves: number | null = null,
): Candidate => {
  const trip = pp.trips.get(insertion.vehicle)
  if (trip === undefined)
    throw new Error(`The engine answered with a vehicle ${insertion.vehicle} that it was not given`)
  let harm: number | null = null
  return {
    plan: pp.plan,
    pickup: pair.pickup,
    dropoff: pair.dropoff,
    trip,
    insertion,
    request,
    direct_s: pair.direct_s,
    max_ride_s: request.maxRideTime,
    moves,
    get pickup_at() {
      return insertion.pickupTime + pp.epoch
    },
    get delivery_at() {
      return insertion.deliveryTime + pp.epoch
    },
    get harm_s() {
      harm ??= insertion.affected.reduce(
        (sum, { request: id, delay }) => sum + Math.max(0, delay) * (pp.bookings.get(id)?.passenger_count ?? 1),
        0,
      )
      return harm
    },
  }
}
