import { insertInto } from '@ambit/engine'
import type { InsertAnswer, Insertion, Plan, Refusal, Request } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import { meetingPointsFor } from './meeting-points.ts'
import type { Accessibility, MeetingPoint } from './meeting-points.ts'
import type { Monitors, PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import { lookupsOf } from '../plan/lookups.ts'
import { buildProblem, freePlan, loneTrip } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { dwellOf } from '../problem/request.ts'
import { alongRoute, ridesBetween } from '../problem/fixed-routes.ts'
import { hoursOfDropoff, hoursOfPickup } from '../plan/traffic.ts'
import type { Span } from '../plan/traffic.ts'
import type { Roads } from '../problem/network.ts'

/** What somebody wants: two places, a time, seats and wheelchair spaces. */
export type Journey = Accessibility & {
  origin: { name: string; point: LngLat }
  destination: { name: string; point: LngLat }
  passengers: number
  wheelchairs: number
  /** wished departure from the origin, or wished arrival at the destination */
  time: Seconds
  departing: boolean
}

export type PlanningContext = { plan: ZonePlan; roads: Roads; monitors: Monitors; now: Seconds }

/** One feasible way: these two places, in this trip, at these times (seconds since 1970). */
export type Candidate = {
  plan: ZonePlan
  pickup: MeetingPoint
  dropoff: MeetingPoint
  trip: PlanTrip
  insertion: Insertion
  request: Request
  pickup_at: Seconds
  delivery_at: Seconds
  direct_s: number
  max_ride_s: number
  /** seconds by which others on the trip get later, summed over their seats */
  harm_s: number
  /** how many others have to change vehicle for it; null: none, and nobody's turn changes either */
  moves: number | null
}

/** A journey between two places as the engine was asked for it, and the same in another problem of the plan. */
export type AskedJourney = Pair & { request: Request; epoch: Seconds; requestIn: (pp: PlanProblem) => Request | null }

export type Obstacle =
  | { kind: 'no_stop'; end: 'origin' | 'destination'; nearest_m: number | null }
  | { kind: 'no_way' }
  | { kind: 'not_in_service' }
  /** a wished arrival that nobody who leaves now can meet */
  | { kind: 'too_soon'; direct_s: Seconds }
  | { kind: 'refused'; refusals: readonly Refusal[]; pp: PlanProblem }

export type Found = {
  candidates: Candidate[]
  obstacle: Obstacle | null
  /** what was asked last, for the places that are least to walk; null where nothing was */
  wished: AskedJourney | null
}

export type SearchLimits = {
  max_wait_s?: number
  max_walk_m?: number
  /** a quick look for whether it can be done at all: the nearest stops, vehicles that are large enough, one way in each */
  probe?: boolean
}

/** An id that no booking has. */
export const NEWCOMER = 0
/** How many candidates in each vehicle are weighed: its cheapest is not always its soonest. */
const CANDIDATES_PER_VEHICLE = 2
const PROBE_PAIRS = 2
/** Trips that begin or end further from the wished time take no part. */
const MARGIN_S = 3600

/** Every feasible insertion into the zone's trips, or what stood in the way. */
export const findCandidates = (context: PlanningContext, journey: Journey, limits: SearchLimits = {}): Found => {
  const { plan, roads, monitors, now } = context
  const { strategy } = plan.settings
  const maxWait = limits.max_wait_s ?? strategy.max_wait_minutes * 60
  const from = journey.time - (journey.departing ? 0 : maxWait + 2 * MARGIN_S)
  const until = journey.time + (journey.departing ? maxWait : 0)
  const inService = (trip: PlanTrip): boolean =>
    trip.available &&
    trip.start < until &&
    trip.end > Math.max(now, from) &&
    (limits.probe !== true || isLargeEnough(trip, journey))
  const ends = endsFor(context, journey, limits.max_walk_m, inService)
  if ('kind' in ends) return { candidates: [], obstacle: ends, wished: null }
  if (!plan.trips.some(inService)) return { candidates: [], obstacle: { kind: 'not_in_service' }, wished: null }
  const places = [...ends.pickups.free, ...ends.dropoffs.free].map((candidate) => candidate.point)
  const pp = buildProblem({ plan, roads, monitors, now, trips: inService, places })
  const hours = { from: journey.time - (journey.departing ? 0 : maxWait), until }
  const pairs = pairsOf(pp, hours, ends.pickups.free, ends.dropoffs.free)
  const onRoutes = pairsOf(pp, hours, ends.pickups.onRoutes, ends.dropoffs.onRoutes)
  if (pairs.length + onRoutes.length === 0) return { candidates: [], obstacle: { kind: 'no_way' }, wished: null }
  const search: Search = {
    pp,
    journey,
    now,
    free: freePlan(pp),
    pairs: limits.probe === true ? pairs.slice(0, PROBE_PAIRS) : pairs,
    onRoutes: limits.probe === true ? onRoutes.slice(0, PROBE_PAIRS) : onRoutes,
    perVehicle: limits.probe === true ? 1 : CANDIDATES_PER_VEHICLE,
  }
  let asked: readonly InsertAnswer[] = []
  let wished: AskedJourney | null = null
  for (const window of windowsFor(journey, maxWait)) {
    const found = candidatesIn(search, window)
    if (found.asked.length > 0) asked = found.asked
    wished = found.wished ?? wished
    if (found.candidates.length > 0) return { candidates: found.candidates, obstacle: null, wished }
  }
  const [nearest] = pairs
  if (asked.length === 0 && !journey.departing && nearest !== undefined)
    return { candidates: [], obstacle: { kind: 'too_soon', direct_s: nearest.direct_s }, wished: null }
  // The reasons cost more than the search: they are found when they are read, and a look for the nearest change reads none.
  const refused: Obstacle = {
    kind: 'refused',
    pp,
    get refusals() {
      return asked.flatMap((answer) => answer.refusals)
    },
  }
  return { candidates: [], obstacle: refused, wished }
}

type Ends = Record<'pickups' | 'dropoffs', ReturnType<typeof meetingPointsFor>>

/** The places to be picked up and set down at, or which end has none. */
const endsFor = (
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
  pp: PlanProblem
  journey: Journey
  now: Seconds
  /** the vehicles that go where they are wanted */
  free: Plan
  pairs: readonly Pair[]
  onRoutes: readonly Pair[]
  perVehicle: number
}

/** All candidates within one window, and the answers for the pairs that are least to walk. */
const candidatesIn = (
  { pp, journey, now, free, pairs, onRoutes, perVehicle }: Search,
  window: Window,
): { candidates: Candidate[]; asked: InsertAnswer[]; wished: AskedJourney | null } => {
  const candidates: Candidate[] = []
  const asked: InsertAnswer[] = []
  let wished: AskedJourney | null = null
  for (const [index, pair] of pairs.entries()) {
    const request = wishedRequest(pp, journey, pair, window, now)
    if (request === null) continue
    const answer = insertInto(free, request, { perVehicle })
    if (index === 0) asked.push(answer)
    wished ??= {
      ...pair,
      request,
      epoch: pp.epoch,
      requestIn: (other) => wishedRequest(other, journey, pair, window, now),
    }
    for (const insertion of answer.insertions) candidates.push(candidateOf(pp, pair, request, insertion))
  }
  for (const [index, pair] of onRoutes.entries())
    for (const { request, trip } of routeRequests(pp, journey, pair, window, now)) {
      const answer = insertInto(loneTrip(pp, trip), request)
      if (index === 0) asked.push(answer)
      for (const insertion of answer.insertions) candidates.push(candidateOf(pp, pair, request, insertion))
    }
  return { candidates, asked, wished }
}

/** The journey on each run of a fixed route that goes between the two stops in the window: a line's ride is as long as it is. */
const routeRequests = (pp: PlanProblem, journey: Journey, pair: Pair, window: Window, now: Seconds) => {
  if (pair.pickup.location_id === null || pair.dropoff.location_id === null) return []
  const latest = 'slack' in window ? journey.time : window.latest
  const sought = { earliest: now, latest: latest + pair.pickup.walk_s }
  return ridesBetween(pp, pair.pickup.location_id, pair.dropoff.location_id, sought).flatMap((ride) => {
    // The line halts on the way: what the window reckons with is its ride, not the direct drive.
    const longer = { ...pair, direct_s: Math.max(pair.direct_s, ride.ride_s + ride.slack_s) }
    const request = wishedRequest(pp, journey, longer, window, now)
    if (request === null) return []
    return [{ trip: ride.trip.id, request: alongRoute(pp, request, ride) }]
  })
}

const pairsOf = (
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

export const isLargeEnough = ({ capacity }: PlanTrip, { passengers, wheelchairs }: Journey): boolean =>
  wheelchairs <= capacity.wheelchairs &&
  passengers - wheelchairs + wheelchairs * capacity.seatsPerWheelchair <= capacity.seats

type Pair = { pickup: MeetingPoint; dropoff: MeetingPoint; direct_s: number }

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

/** How long before the wished arrival the search looks first: the closest arrival is found before an earlier one. */
type Window = { earliest: Seconds; latest: Seconds } | { slack: Seconds }

const windowsFor = (journey: Journey, maxWait: Seconds): Window[] => {
  if (journey.departing) return [{ earliest: journey.time, latest: journey.time + maxWait }]
  const step = 300
  const slacks = [step, 3 * step, 6 * step, maxWait].filter((slack) => slack <= maxWait)
  return slacks.map((slack) => ({ slack }))
}

const toMinuteUp = (time: Seconds): Seconds => Math.ceil(time / 60) * 60

/** The journey as a request between two places; null when its time has passed. */
const wishedRequest = (pp: PlanProblem, journey: Journey, pair: Pair, window: Window, now: Seconds): Request | null => {
  const { strategy } = pp.plan.settings
  const service = dwellOf(strategy, journey.passengers, journey.wheelchairs)
  const longest = maxRide(pp.plan, pair.direct_s)
  const soonest = toMinuteUp(now + pair.pickup.walk_s)
  const arriveBy = journey.time - pair.dropoff.walk_s
  const [earliest, latest, deliverBy] =
    'slack' in window
      ? [
          Math.max(soonest, toMinuteUp(arriveBy - window.slack - pair.direct_s - service)),
          arriveBy - pair.direct_s - service,
          arriveBy,
        ]
      : [
          Math.max(soonest, toMinuteUp(window.earliest + pair.pickup.walk_s)),
          window.latest + pair.pickup.walk_s,
          window.latest + pair.pickup.walk_s + service + longest,
        ]
  if (latest < earliest) return null
  // What is offered may be promised a window beyond the demand, and is planned in the same hours then.
  const room = journey.departing
    ? { pickup: strategy.pickup_window_minutes * 60, dropoff: strategy.dropoff_window_minutes * 60 }
    : { pickup: 0, dropoff: 0 }
  const boarding = { lower: earliest, upper: latest + room.pickup }
  const from = pp.network.place(pair.pickup.point, hoursOfPickup(boarding, now))
  const leaving = hoursOfDropoff(boarding, { upper: deliverBy + room.dropoff }, now)
  const to = pp.network.place(pair.dropoff.point, leaving)
  const maxRideTime = Math.max(longest, maxRide(pp.plan, pp.network.travel.duration(from, to)))
  return {
    id: NEWCOMER,
    pickup: {
      location: from,
      window: { earliest: earliest - pp.epoch, latest: latest - pp.epoch },
      service,
    },
    delivery: {
      location: to,
      window: { earliest: -1e9, latest: deliverBy - pp.epoch },
      service,
    },
    load: { seats: journey.passengers - journey.wheelchairs, wheelchairs: journey.wheelchairs },
    maxRideTime,
    walk: pair.pickup.walk_s + pair.dropoff.walk_s,
  }
}

/** At most factor × direct drive + minutes (design: Offerings). */
export const maxRide = (plan: ZonePlan, direct: Seconds): Seconds =>
  Math.ceil(plan.settings.strategy.max_detour_factor * direct + plan.settings.strategy.max_detour_minutes * 60)

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
