import { insertInto, prepareRoute } from '@ambit/engine'
import type { PlannedRoute, Refusal, Route } from '@ambit/engine'
import type { Reason } from '@ambit/contract'
import { assign } from '../change/assign.ts'
import type { Assignment } from '../change/assign.ts'
import type { By } from '../change/booking-history.ts'
import type { PlanChange } from '../change/change-plan.ts'
import type { PlanningContext } from '../plan/context.ts'
import { minutes } from '../plan/format.ts'
import { isPaused } from '../plan/pins.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { insertDemand, isInserted } from '../problem/insert.ts'
import type { OpenRoutes } from '../problem/insert.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { ridesOf } from '../problem/rides.ts'
import type { PlannedRide } from '../problem/rides.ts'

/** Several promises inserted one after the other, each into a plan that already holds those before. */
export type Replan = Assignment & {
  /** ready for insertions, as they have become */
  routes: Map<number, PlannedRoute>
  demands: Map<number, Demand>
  placed: Map<number, PlanTrip>
  failed: Map<number, readonly Refusal[]>
}

/** What is known while it goes on: the plan without those who look for a vehicle. */
type Placing = { found: Replan; asked: PlanProblem }

/**
 * Finds another vehicle for bookings that have lost theirs, as one problem: first for those who can still have what was
 * promised, those due first before others; then, where `relax` says how much later they may be served, for the rest.
 * What cannot be placed is listed with the refusals of every vehicle. `byHand`: a person chose the trips, paused or not.
 */
export const replan = (
  context: PlanningContext,
  demands: readonly Demand[],
  allowed: (trip: PlanTrip) => boolean,
  relax?: (demand: Demand) => Demand,
  byHand = false,
): Replan => {
  const places = demands
    .flatMap((demand) => [
      context.plan.points.get(demand.pickup.location_id),
      context.plan.points.get(demand.dropoff.location_id),
    ])
    .filter((point) => point !== undefined)
  const pp = buildProblem({
    ...context,
    trips: (trip) =>
      trip.available && (byHand || !isPaused(trip, context.now)) && trip.end > context.now && allowed(trip),
    places,
  })
  const found: Replan = {
    pp,
    problem: pp.problem,
    solution: pp.solution,
    routes: new Map([...pp.parts].flatMap(([id, { planned }]) => (planned === null ? [] : [[id, planned]]))),
    demands: new Map<number, Demand>(pp.bookings),
    placed: new Map(),
    failed: new Map(),
  }
  const placing = { found, asked: withoutMoving(pp, demands) }
  const units = unitsOf(demands.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id))
  for (const unit of units) putAll(placing, unit)
  if (relax !== undefined)
    for (const unit of units) if (unit.some(({ id }) => found.failed.has(id))) putAll(placing, unit.map(relax))
  return found
}

/** Those who travel together are placed together, when the first of them is; all others one by one. */
const unitsOf = (demands: readonly Demand[]): Demand[][] => {
  const groups = Map.groupBy(demands, ({ id, together }) => (together == null ? `alone ${id}` : together))
  return [...groups.values()]
}

/** Where the others of a group are says where one of them may go: not where those are that are looked for a vehicle for. */
const withoutMoving = (pp: PlanProblem, demands: readonly Demand[]): PlanProblem => {
  if (demands.every(({ together }) => together == null)) return pp
  const moving = new Set(demands.map(({ id }) => id))
  return { ...pp, plan: { ...pp.plan, bookings: pp.plan.bookings.filter(({ id }) => !moving.has(id)) } }
}

/** A whole group goes on the first vehicle that takes all of them, by what the first of them would cost there; or on none. */
const putAll = (placing: Placing, unit: readonly Demand[]): void => {
  const [first, ...others] = unit
  if (first === undefined) return
  if (others.length === 0) return put(placing, first)
  const { found } = placing
  const kept = { ...found, routes: new Map(found.routes), demands: new Map(found.demands) }
  const [placed, failed] = [new Map(found.placed), new Map(found.failed)]
  const refused = new Map<number, readonly Refusal[]>()
  const small: Refusal[] = []
  for (const trip of tripsFor(placing, first)) {
    const missing = tooSmall(found.pp.trips.get(trip), unit)
    if (missing !== null) {
      small.push(missing)
      continue
    }
    for (const demand of unit) put(placing, demand, trip)
    if (unit.every(({ id }) => found.placed.has(id))) return
    for (const { id } of unit) if (found.failed.has(id)) refused.set(id, found.failed.get(id) ?? [])
    const { routes, demands } = kept
    Object.assign(found, kept, { routes: new Map(routes), demands: new Map(demands) })
    Object.assign(found, { placed: new Map(placed), failed: new Map(failed) })
  }
  const why = [...[...refused.values()].flat(), ...small]
  for (const { id } of unit) if (!found.failed.has(id)) found.failed.set(id, refused.get(id) ?? why)
}

/** What a vehicle has too few of for all of them at once: nobody of a group is fetched on a second tour. */
const tooSmall = (trip: PlanTrip | undefined, unit: readonly Demand[]): Refusal | null => {
  if (trip === undefined) return null
  const { id: vehicle, capacity } = trip
  const people = unit.reduce((sum, { passenger_count }) => sum + passenger_count, 0)
  const wheelchairs = unit.reduce((sum, { mobility_support }) => sum + mobility_support, 0)
  if (wheelchairs > capacity.wheelchairs)
    return { vehicle, reason: 'too_small', kind: 'wheelchairs', has: capacity.wheelchairs }
  const seats = people - wheelchairs + wheelchairs * capacity.seatsPerWheelchair
  return seats > capacity.seats ? { vehicle, reason: 'too_small', kind: 'seats', has: capacity.seats } : null
}

/** The vehicles that could take a booking, cheapest first. */
const tripsFor = ({ found, asked }: Placing, demand: Demand): number[] => {
  const request = requestOf(asked, { ...demand, status: 'unassigned', trip_id: null, boarded_at: null })
  const free = insertInto(openRoutesIn(found).free, request).insertions.map(({ vehicle }) => vehicle)
  return [...free, ...[...found.routes.keys()].filter((id) => !free.includes(id))]
}

/** Puts one booking into the plan as it has become, on this trip or any; served late, it counts from what was promised. */
const put = ({ found, asked: before }: Placing, asked: Demand, onto?: number): void => {
  const newcomer: Demand = { ...asked, status: 'unassigned', trip_id: null, boarded_at: null }
  const inserted = insertDemand(before, openRoutesIn(found, onto), newcomer)
  if (!isInserted(inserted)) {
    // What prevented the promise is more useful than what prevented serving late.
    if (!found.failed.has(asked.id)) found.failed.set(asked.id, inserted)
    return
  }
  const { trip, insertion, request } = inserted
  found.failed.delete(asked.id)
  found.placed.set(asked.id, trip)
  found.demands.set(asked.id, newcomer)
  found.problem = { ...found.problem, requests: [...found.problem.requests, request] }
  found.solution = {
    ...found.solution,
    routes: found.solution.routes.map((route): Route => (route.vehicle === trip.id ? insertion.route : route)),
  }
  const open = found.routes.get(trip.id)
  const after = open === undefined ? null : prepareRoute(found.problem, open.vehicle, insertion.route)
  if (after === null) throw new Error(`The route of trip ${trip.id} cannot be driven with ${asked.id}`)
  found.routes.set(trip.id, after)
}

const openRoutesIn = ({ pp, problem, routes }: Replan, onto?: number): OpenRoutes => ({
  free: {
    problem,
    routes: [...routes.values()].filter(
      ({ vehicle: { id } }) => pp.trips.get(id)?.route !== 'fixed_route' && (onto ?? id) === id,
    ),
  },
  of: (trip) => {
    const route = (onto ?? trip) === trip ? routes.get(trip) : undefined
    return route === undefined ? null : { problem, routes: [route] }
  },
})

/** Carries a re-plan out: bookings that were placed join their new trips. `reason` says why, ahead of which vehicle. */
export const assignReplan = (change: PlanChange, replanned: Replan, reason: Reason, by?: By): Promise<void> => {
  const rides = ridesOf(replanned)
  return assign(change, replanned, {
    ...(by === undefined ? {} : { by }),
    reasons: (id, { id: trip_id, vehicle_number }) => {
      const late_s = latenessOf(replanned.demands.get(id), rides.get(id))
      const text =
        late_s < LATE_S
          ? `${vehicle_number} can keep the promise`
          : `${vehicle_number} is the next that can come, ${minutes(late_s)} later than promised`
      return [reason, { code: 'reassigned', text, figures: { trip_id, vehicle_number, late_s } }]
    },
  })
}

/** Less is what rounding makes of it. */
const LATE_S = 30

const latenessOf = (demand: Demand | undefined, ride: PlannedRide | undefined): Seconds =>
  demand === undefined || ride === undefined
    ? 0
    : Math.round(
        Math.max(
          0,
          (ride.pickup_at ?? 0) - demand.pickup.promised_upper,
          ride.dropoff_at - demand.dropoff.promised_upper,
        ),
      )
