import { prepareRoute } from '@ambit/engine'
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
import { insertDemand, isInserted } from '../problem/insert.ts'
import type { OpenRoutes } from '../problem/insert.ts'
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
  const inOrder = demands.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id)
  for (const demand of inOrder) put(found, demand)
  if (relax !== undefined) for (const demand of inOrder) if (found.failed.has(demand.id)) put(found, relax(demand))
  return found
}

/** Puts one booking into the plan as it has become; served late, it counts from what was promised. */
const put = (found: Replan, asked: Demand): void => {
  const newcomer: Demand = { ...asked, status: 'unassigned', trip_id: null, boarded_at: null }
  const inserted = insertDemand(found.pp, openRoutesIn(found), newcomer)
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
  const before = found.routes.get(trip.id)
  const after = before === undefined ? null : prepareRoute(found.problem, before.vehicle, insertion.route)
  if (after === null) throw new Error(`The route of trip ${trip.id} cannot be driven with ${asked.id}`)
  found.routes.set(trip.id, after)
}

const openRoutesIn = ({ pp, problem, routes }: Replan): OpenRoutes => ({
  free: {
    problem,
    routes: [...routes.values()].filter(({ vehicle }) => pp.trips.get(vehicle.id)?.route !== 'fixed_route'),
  },
  of: (trip) => {
    const route = routes.get(trip)
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
