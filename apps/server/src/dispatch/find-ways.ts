import { insertInto, preparePlan } from '@ambit/engine'
import type { InsertAnswer, Insertion, Refusal, Request } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import { candidatesFor } from './candidates.ts'
import type { Accessibility, Candidate } from './candidates.ts'
import type { Monitors, PlanTrip, Seconds, ZonePlan } from './plan.ts'
import { buildProblem, dwellOf } from './problem.ts'
import type { PlanProblem } from './problem.ts'
import type { Roads } from './travel.ts'

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

export type Scene = { plan: ZonePlan; roads: Roads; monitors: Monitors; now: Seconds }

/** One feasible way: these two places, in this trip, at these times (seconds since 1970). */
export type Way = {
  plan: ZonePlan
  pickup: Candidate
  dropoff: Candidate
  trip: PlanTrip
  insertion: Insertion
  request: Request
  pickup_at: Seconds
  delivery_at: Seconds
  direct_s: number
  max_ride_s: number
  /** seconds by which others on the trip get later, summed over their seats */
  harm_s: number
}

export type Obstacle =
  | { kind: 'no_stop'; end: 'origin' | 'destination'; nearest_m: number | null }
  | { kind: 'no_way' }
  | { kind: 'not_in_service' }
  | { kind: 'refused'; refusals: readonly Refusal[]; pp: PlanProblem }

export type Found = { ways: Way[]; obstacle: Obstacle | null }

export type Latitude = {
  max_wait_s?: number
  max_walk_m?: number
  /** a quick look for whether it can be done at all: the nearest stops, vehicles that are large enough, one way in each */
  glance?: boolean
}

/** An id that no booking has. */
export const NEWCOMER = 0
/** How many ways in each vehicle are weighed: its cheapest is not always its soonest. */
const WAYS_PER_VEHICLE = 2
const GLANCE_PAIRS = 2
/** Trips that begin or end further from the wished time take no part. */
const MARGIN_S = 3600

/** Every feasible insertion into the zone's trips, or what stood in the way. */
export const findWays = (scene: Scene, journey: Journey, latitude: Latitude = {}): Found => {
  const { plan, roads, monitors, now } = scene
  const { strategy } = plan.settings
  const maxWalk = latitude.max_walk_m ?? strategy.max_walk_m
  const maxWait = latitude.max_wait_s ?? strategy.max_wait_minutes * 60
  const pickups = candidatesFor(roads, plan.settings, journey.origin, journey, 'to_stop', maxWalk)
  if (pickups.length === 0)
    return { ways: [], obstacle: { kind: 'no_stop', end: 'origin', nearest_m: nearestStop(scene, journey, 'origin') } }
  const dropoffs = candidatesFor(roads, plan.settings, journey.destination, journey, 'from_stop', maxWalk)
  if (dropoffs.length === 0)
    return {
      ways: [],
      obstacle: { kind: 'no_stop', end: 'destination', nearest_m: nearestStop(scene, journey, 'destination') },
    }
  const from = journey.time - (journey.departing ? 0 : maxWait + 2 * MARGIN_S)
  const until = journey.time + (journey.departing ? maxWait : 0)
  const inService = (trip: PlanTrip): boolean =>
    trip.available &&
    trip.start < until &&
    trip.end > Math.max(now, from) &&
    (latitude.glance !== true || isLargeEnough(trip, journey))
  if (!plan.trips.some(inService)) return { ways: [], obstacle: { kind: 'not_in_service' } }
  const places = [...pickups, ...dropoffs].map((candidate) => candidate.point)
  const pp = buildProblem({ plan, roads, monitors, now, trips: inService, places })
  const pairs = pickups
    .flatMap((pickup) => dropoffs.map((dropoff) => ({ pickup, dropoff, direct_s: directDrive(pp, pickup, dropoff) })))
    .filter(
      ({ pickup, dropoff, direct_s }) =>
        direct_s > 0 && direct_s < Infinity && pickup.location_id !== (dropoff.location_id ?? -1),
    )
    .toSorted((a, b) => walkOf(a) - walkOf(b))
    .slice(0, latitude.glance === true ? GLANCE_PAIRS : undefined)
  if (pairs.length === 0) return { ways: [], obstacle: { kind: 'no_way' } }
  const prepared = preparePlan(pp.problem, pp.solution)
  let nearest: InsertAnswer | null = null
  for (const window of windowsFor(journey, maxWait)) {
    const ways: Way[] = []
    for (const [index, pair] of pairs.entries()) {
      const request = wishedRequest(pp, journey, pair, window, now)
      if (request === null) continue
      const answer = insertInto(prepared, request, { perVehicle: latitude.glance === true ? 1 : WAYS_PER_VEHICLE })
      if (index === 0) nearest = answer
      for (const insertion of answer.insertions) ways.push(wayOf(pp, pair, request, insertion))
    }
    if (ways.length > 0) return { ways, obstacle: null }
  }
  // The reasons are found when they are read: only for a search that finds nothing.
  return { ways: [], obstacle: { kind: 'refused', refusals: nearest?.refusals ?? [], pp } }
}

export const isLargeEnough = ({ capacity }: PlanTrip, { passengers, wheelchairs }: Journey): boolean =>
  wheelchairs <= capacity.wheelchairs &&
  passengers - wheelchairs + wheelchairs * capacity.seatsPerWheelchair <= capacity.seats

type Pair = { pickup: Candidate; dropoff: Candidate; direct_s: number }

const walkOf = (pair: Pair): number => pair.pickup.walk_m + pair.dropoff.walk_m

const directDrive = (pp: PlanProblem, pickup: Candidate, dropoff: Candidate): Seconds =>
  pp.network.travel.duration(pp.network.place(pickup.point), pp.network.place(dropoff.point))

const nearestStop = ({ plan, roads }: Scene, journey: Journey, end: 'origin' | 'destination'): number | null => {
  const [nearest] = candidatesFor(
    roads,
    plan.settings,
    journey[end],
    journey,
    end === 'origin' ? 'to_stop' : 'from_stop',
    5000,
  )
  return nearest?.walk_m ?? null
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
  const maxRideTime = maxRide(pp.plan, pair.direct_s)
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
          window.latest + pair.pickup.walk_s + service + maxRideTime,
        ]
  if (latest < earliest) return null
  return {
    id: NEWCOMER,
    pickup: {
      location: pp.network.place(pair.pickup.point),
      window: { earliest: earliest - pp.epoch, latest: latest - pp.epoch },
      service,
    },
    delivery: {
      location: pp.network.place(pair.dropoff.point),
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

const wayOf = (pp: PlanProblem, pair: Pair, request: Request, insertion: Insertion): Way => {
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
