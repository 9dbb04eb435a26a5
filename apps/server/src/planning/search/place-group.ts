import { check, insertInto, prepareRoute, schedule } from '@ambit/engine'
import type { Insertion, PlannedRoute, Problem, Request, Route } from '@ambit/engine'
import type { Seating } from '@ambit/contract'
import type { Steps } from '@ambit/streets'
import type { PlanningContext } from '../plan/context.ts'
import { isPaused } from '../plan/pins.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { drivesOf } from '../problem/driving.ts'
import type { VehicleProblem } from '../problem/vehicle.ts'
import { serviceTimes } from '../problem/service-time.ts'
import { candidateOf, endsFor, MARGIN_S, pairsOf } from './find-candidates.ts'
import type { Ends } from './find-candidates.ts'
import type { Journey, Pair } from './journey.ts'
import { journeyRequest, windowsFor } from './journey-request.ts'
import type { SearchWindow } from './journey-request.ts'
import { chooseOffers } from './offers.ts'
import type { Offer } from './offers.ts'
import { refusedByRule } from './rules.ts'

/** Ways from stop to stop that are tried for each member: the nearest ones. */
const PAIRS = 2
/** Places in a route that are weighed for each: its cheapest may be another tour. */
const WAYS = 8

/** Where each member may get on and off, found once for all times that are tried. */
export type GroupEnds = readonly (Ends | null)[]

/** In the order of the members; null for who is left out. */
export type GroupPlan = readonly (Offer | null)[]

/** What a vehicle has free when the group wants to leave. */
export type Free = { trip: PlanTrip; seats: number; wheelchairs: number }

type Group = {
  context: PlanningContext
  journeys: readonly Journey[]
  pp: PlanProblem
  pairs: readonly (readonly Pair[])[]
}

const maxWaitOf = ({ plan }: PlanningContext): Seconds => plan.settings.strategy.max_wait_minutes * 60

/** Vehicles that go where they are wanted, around the time of the journeys. A run of a fixed route is nobody's own. */
const takesPart =
  (context: PlanningContext, { time, departing }: Journey) =>
  (trip: PlanTrip): boolean =>
    trip.available &&
    trip.route !== 'fixed_route' &&
    !isPaused(trip, context.now) &&
    trip.start < time + (departing ? maxWaitOf(context) : 0) &&
    trip.end > Math.max(context.now, time - (departing ? 0 : maxWaitOf(context) + 2 * MARGIN_S))

/** The stops of each member; null for who has none within walking distance. */
export function* groupEnds(context: PlanningContext, journeys: readonly Journey[]): Steps<GroupEnds> {
  const ends: (Ends | null)[] = []
  for (const journey of journeys) {
    yield
    const found = endsFor(context, journey, undefined, () => false)
    ends.push('kind' in found ? null : found)
  }
  return ends
}

function* openGroup(context: PlanningContext, journeys: readonly Journey[], ends: GroupEnds): Steps<Group | null> {
  const [first] = journeys
  if (first === undefined) return null
  const places = ends.flatMap((one) => [...(one?.pickups.free ?? []), ...(one?.dropoffs.free ?? [])])
  yield
  const pp = buildProblem({
    ...context,
    trips: takesPart(context, first),
    places: places.map(({ point }) => point),
  })
  const wait = maxWaitOf(context)
  const pairs: (readonly Pair[])[] = []
  for (const [index, one] of ends.entries()) {
    yield
    const { time, departing } = journeys[index] ?? first
    const hours = { from: time - (departing ? 0 : wait), until: time + (departing ? wait : 0) }
    pairs.push(one === null ? [] : pairsOf(pp, hours, one.pickups.free, one.dropoffs.free).slice(0, PAIRS))
  }
  return { context, journeys, pp, pairs }
}

/** How long the others take to get in and out: nobody's ride is too long for having waited for them. */
const boardingOf = ({ context, journeys }: Group, member: number): Seconds =>
  journeys.reduce((sum, journey, index) => {
    const { pickup, dropoff } = serviceTimes(context.plan.settings.strategy, journey)
    return index === member ? sum : sum + pickup + dropoff
  }, 0)

/** A member as the engine is asked for it. No booking has its id. */
const requestFor = (group: Group, member: number, pair: Pair, window: SearchWindow): Request | null => {
  const journey = group.journeys[member]
  const request = journey === undefined ? null : journeyRequest(group.pp, journey, pair, window)
  if (journey === undefined || request === null) return null
  const boarding = boardingOf(group, member)
  const { delivery } = request
  const latest = delivery.window.latest + (journey.departing ? boarding : 0)
  return {
    ...request,
    id: -1 - member,
    maxRideTime: request.maxRideTime + boarding,
    delivery: { ...delivery, window: { ...delivery.window, latest } },
  }
}

type Seat = { pair: Pair; request: Request }
/** A vehicle with some of the group in it. */
type Filled = { part: VehicleProblem; problem: Problem; planned: PlannedRoute; seats: ReadonlyMap<number, Seat> }

/** All of the group are on board at the same time: nobody is fetched on a second tour. */
const isOneRide = ({ visits }: Route): boolean => {
  const own = visits.flatMap((visit) => (visit.kind !== 'fixed' && visit.request < 0 ? [visit.kind] : []))
  return own.indexOf('delivery') === own.length / 2
}

const seated = (group: Group, filled: Filled, member: number, window: SearchWindow): Filled | null => {
  const { problem, planned, part } = filled
  let best: { seat: Seat; insertion: Insertion } | null = null
  for (const pair of group.pairs[member] ?? []) {
    const request = requestFor(group, member, pair, window)
    if (request === null) continue
    const { insertions } = insertInto({ problem, routes: [planned] }, request, { perVehicle: WAYS })
    const insertion = insertions.find(({ route }) => isOneRide(route))
    if (insertion !== undefined && (best === null || insertion.price < best.insertion.price))
      best = { seat: { pair, request }, insertion }
  }
  if (best === null) return null
  const taken = { ...problem, requests: [...problem.requests, best.seat.request] }
  const after = prepareRoute(taken, part.vehicle, best.insertion.route)
  if (after === null) return null
  return { part, problem: taken, planned: after, seats: new Map([...filled.seats, [member, best.seat]]) }
}

/** The vehicle with as many of these members as it takes, those who travel furthest first; `all`: with all, or null. */
function* fill(
  group: Group,
  trip: number,
  { members, window, all }: { members: readonly number[]; window: SearchWindow; all: boolean },
): Steps<Filled | null> {
  const part = group.pp.parts.get(trip)
  if (part === undefined || part.planned === null) return null
  let filled: Filled = { part, problem: part.problem, planned: part.planned, seats: new Map() }
  const way = (member: number): Seconds => group.pairs[member]?.[0]?.direct_s ?? 0
  for (const member of members.toSorted((a, b) => way(b) - way(a) || a - b)) {
    yield
    const next = seated(group, filled, member, window)
    if (next === null && all) return null
    filled = next ?? filled
  }
  return filled.seats.size > 0 ? filled : null
}

/** The members' promises, from when the vehicle would be at their stops with all of them in it; null: it breaks something. */
const offersOf = (
  { context, journeys, pp }: Group,
  { part, problem, planned, seats }: Filled,
): Map<number, Offer> | null => {
  const { route } = planned
  const [before, times] = [schedule(part.problem, part.route), schedule(problem, route)]
  if (before === null || times === null) return null
  const known = check(part.problem, { routes: [part.route], unserved: [] }).map(
    ({ rule, request }) => `${rule} ${request}`,
  )
  const broken = check(problem, { routes: [route], unserved: [] })
  if (broken.some(({ rule, request }) => !known.includes(`${rule} ${request}`))) return null
  const beginOf = (kind: 'pickup' | 'delivery', id: number): number =>
    times[route.visits.findIndex((visit) => visit.kind === kind && visit.request === id)]?.begin ?? 0
  const affected = part.route.visits.flatMap((visit, index) => {
    if (visit.kind !== 'delivery') return []
    const delay = beginOf('delivery', visit.request) - (before[index]?.begin ?? 0)
    return delay === 0 ? [] : [{ request: visit.request, delay }]
  })
  const [driven, toDrive] = [
    drivesOf(part.problem, { routes: [part.route], unserved: [] }),
    drivesOf(problem, { routes: [route], unserved: [] }),
  ]
  const offers = new Map<number, Offer>()
  for (const [member, { pair, request }] of seats) {
    const insertion: Insertion = {
      vehicle: part.trip.id,
      route,
      schedule: times,
      price: planned.price - (part.planned?.price ?? 0),
      detourTime: toDrive.seconds - driven.seconds,
      detourDistance: toDrive.metres - driven.metres,
      pickupTime: beginOf('pickup', request.id),
      deliveryTime: beginOf('delivery', request.id),
      affected,
    }
    const journey = journeys[member]
    if (journey === undefined) return null
    const candidate = candidateOf(pp, pair, request, insertion)
    const [offer] = chooseOffers([candidate], journey)
    if (offer === undefined || refusedByRule(candidate, journey, context.now) !== null) return null
    offers.set(member, offer)
  }
  return asOneStop(offers)
}

/**
 * Who gets on or off at one place does so in any order: the window opens for all of them with the first, and at the
 * drop-off it closes with the last.
 */
const asOneStop = (offers: ReadonlyMap<number, Offer>): Map<number, Offer> => {
  const all = [...offers.values()]
  const at = ({ location_id, point }: Pair['pickup']): string => String(location_id ?? point)
  return new Map(
    [...offers].map(([member, offer]) => {
      const on = all.filter(({ pickup }) => at(pickup) === at(offer.pickup))
      const off = all.filter(({ dropoff }) => at(dropoff) === at(offer.dropoff))
      return [
        member,
        {
          ...offer,
          pickup_window: {
            ...offer.pickup_window,
            lower: Math.min(...on.map(({ pickup_window }) => pickup_window.lower)),
          },
          dropoff_window: {
            ...offer.dropoff_window,
            upper: Math.max(...off.map(({ dropoff_window }) => dropoff_window.upper)),
          },
        },
      ]
    }),
  )
}

const everybody = (group: Group): number[] => group.journeys.map((_, member) => member)

/** Vehicles that have room for all of these at once, cheapest for the first of them first. */
const vehiclesFor = (group: Group, members: readonly number[], window: SearchWindow): number[] => {
  const journeys = members.flatMap((member) => group.journeys[member] ?? [])
  const people = journeys.reduce((sum, { passengers }) => sum + passengers, 0)
  const wheelchairs = journeys.reduce((sum, one) => sum + one.wheelchairs, 0)
  return pricedFor(group, members, window).filter((id) => {
    const capacity = group.pp.trips.get(id)?.capacity
    return (
      capacity !== undefined &&
      wheelchairs <= capacity.wheelchairs &&
      people - wheelchairs + wheelchairs * capacity.seatsPerWheelchair <= capacity.seats
    )
  })
}

const pricedFor = (group: Group, members: readonly number[], window: SearchWindow): number[] => {
  const routes = [...group.pp.parts.values()].flatMap(({ planned }) => planned ?? [])
  const prices = new Map<number, number>()
  for (const member of members) {
    for (const pair of group.pairs[member] ?? []) {
      const request = requestFor(group, member, pair, window)
      if (request === null) continue
      for (const { vehicle, price } of insertInto({ problem: group.pp.problem, routes }, request).insertions)
        prices.set(vehicle, Math.min(price, prices.get(vehicle) ?? Infinity))
    }
    if (prices.size > 0) break
  }
  return [...prices].toSorted(([a, one], [b, other]) => one - other || a - b).map(([id]) => id)
}

function* inOne(group: Group, window: SearchWindow): Steps<Map<number, Offer> | null> {
  const members = everybody(group)
  for (const trip of vehiclesFor(group, members, window)) {
    const filled = yield* fill(group, trip, { members, window, all: true })
    const offers = filled && offersOf(group, filled)
    if (offers !== null) return offers
  }
  return null
}

/** Again and again the vehicle that takes most of those who are left. */
function* inFew(group: Group, window: SearchWindow): Steps<Map<number, Offer>> {
  const placed = new Map<number, Offer>()
  const used = new Set<number>()
  for (;;) {
    const members = everybody(group).filter((member) => !placed.has(member))
    let most: { trip: number; offers: Map<number, Offer> } | null = null
    for (const trip of pricedFor(group, members, window)) {
      if (used.has(trip) || most?.offers.size === members.length) continue
      const filled = yield* fill(group, trip, { members, window, all: false })
      if (filled === null || filled.seats.size <= (most?.offers.size ?? 0)) continue
      const offers = offersOf(group, filled)
      if (offers !== null) most = { trip, offers }
    }
    if (most === null) return placed
    used.add(most.trip)
    for (const [member, offer] of most.offers) placed.set(member, offer)
  }
}

/** In one vehicle as many as it takes: only where not all have to travel. */
function* mostInOne(group: Group, window: SearchWindow): Steps<Map<number, Offer>> {
  let most = new Map<number, Offer>()
  for (const trip of pricedFor(group, everybody(group), window)) {
    const filled = yield* fill(group, trip, { members: everybody(group), window, all: false })
    if (filled === null || filled.seats.size <= most.size) continue
    most = offersOf(group, filled) ?? most
  }
  return most
}

export type GroupWish = { seating: Seating; all_or_none: boolean }

/**
 * Seats for a group whose members all leave, or arrive, at one time: in one vehicle on one ride, or in as few vehicles as
 * are found by taking the one with most room first; all of them where that is asked for. Null: it cannot be. It takes a
 * step for each member and vehicle, so that others have their turn.
 */
export function* placeGroup(
  context: PlanningContext,
  journeys: readonly Journey[],
  ends: GroupEnds,
  { seating, all_or_none }: GroupWish,
): Steps<GroupPlan | null> {
  const group = yield* openGroup(context, journeys, ends)
  const [first] = journeys
  if (group === null || first === undefined) return null
  let most = new Map<number, Offer>()
  for (const window of windowsFor(first, maxWaitOf(context))) {
    const found = yield* inOne(group, window)
    if (found !== null) return journeys.map((_, member) => found.get(member) ?? null)
    if (seating === 'together' && all_or_none) continue
    const some = yield* (seating === 'fewest' ? inFew : mostInOne)(group, window)
    if (some.size > most.size) most = some
    if (most.size === journeys.length) break
  }
  if (most.size === 0 || (all_or_none && most.size < journeys.length)) return null
  return journeys.map((_, member) => most.get(member) ?? null)
}

/** The vehicle with most seats free when the group wants to leave; null: none is in service. */
export const largestFree = (context: PlanningContext, journey: Journey): Free | null => {
  const pp = buildProblem({ ...context, trips: takesPart(context, journey) })
  const frees = [...pp.parts.values()].flatMap(({ trip, vehicle, planned }): Free[] => {
    if (planned === null) return []
    const at = Math.max(
      0,
      planned.begin.subarray(0, planned.line.size).findLastIndex((time) => time + pp.epoch <= journey.time),
    )
    return [
      {
        trip,
        seats: vehicle.capacity.seats - (planned.seatsUsed[at] ?? 0),
        wheelchairs: vehicle.capacity.wheelchairs - (planned.line.wheelchairs[at] ?? 0),
      },
    ]
  })
  const [most] = frees.toSorted((a, b) => b.seats - a.seats || b.wheelchairs - a.wheelchairs || a.trip.id - b.trip.id)
  return most ?? null
}
