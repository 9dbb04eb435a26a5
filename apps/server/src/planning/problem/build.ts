import type { Problem, Solution } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import type { Monitors, PlanBooking, PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import { lookupsOf } from '../plan/lookups.ts'
import { withLines } from './fixed-routes.ts'
import { networkOf } from './network.ts'
import type { Network } from './network.ts'
import type { Roads } from '../plan/roads.ts'
import { objectiveOf, vehicleProblemOf } from './vehicle.ts'
import type { VehicleProblem } from './vehicle.ts'

/** A zone's plan as the engine sees it. A trip is one engine vehicle; engine times are seconds since `epoch`. */
export type PlanProblem = {
  plan: ZonePlan
  epoch: Seconds
  now: Seconds
  problem: Problem
  solution: Solution
  network: Network
  trips: ReadonlyMap<number, PlanTrip>
  bookings: ReadonlyMap<number, PlanBooking>
  /** each vehicle by itself */
  parts: ReadonlyMap<number, VehicleProblem>
}

export type ProblemInput = {
  plan: ZonePlan
  roads: Roads
  monitors: Monitors
  now: Seconds
  /** only these trips; all that have not ended when absent */
  trips?: (trip: PlanTrip) => boolean
  /** places that requests to come will ask for */
  places?: readonly LngLat[]
}

export const buildProblem = (input: ProblemInput): PlanProblem => {
  const { plan, now } = input
  const epoch = Math.floor(now / 3600) * 3600
  const trips = plan.trips.filter((trip) => input.trips?.(trip) ?? (trip.end > now || trip.stops.length > 0))
  const { bookingsOf, pointsOf } = lookupsOf(plan)
  const network = networkOf(
    input.roads,
    plan.settings.zone_id,
    [...plan.settings.stops.map((stop) => stop.point), ...trips.flatMap(pointsOf), ...(input.places ?? [])],
    plan.settings.traffic,
  )
  const view = { ...input, epoch, network }
  const all = trips.map((trip) => vehicleProblemOf(view, trip))
  // A route that no road leads along cannot be judged; its vehicle is left out until the streets or the stop are corrected.
  const parts = all.filter((part) => part.planned !== null)
  return {
    plan,
    epoch,
    now,
    problem: {
      travel: withLines(
        network.travel,
        parts.flatMap(({ line }) => line ?? []),
      ),
      vehicles: parts.map((part) => part.vehicle),
      requests: all.flatMap((part) => part.requests),
      objective: objectiveOf(plan.settings.strategy),
    },
    solution: { routes: parts.map((part) => part.route), unserved: [] },
    network,
    trips: new Map(parts.map(({ trip }) => [trip.id, trip])),
    bookings: new Map(trips.flatMap((trip) => bookingsOf(trip.id)).map((booking) => [booking.id, booking])),
    parts: new Map(parts.map((part) => [part.trip.id, part])),
  }
}
