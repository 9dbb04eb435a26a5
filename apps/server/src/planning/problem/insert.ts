import { insertInto } from '@ambit/engine'
import type { InsertAnswer, Insertion, Plan, Refusal, Request } from '@ambit/engine'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import type { PlanProblem } from './build.ts'
import { alongRoute, ridesBetween } from './fixed-routes.ts'
import type { RouteRide } from './fixed-routes.ts'
import { requestOf } from './request.ts'
import type { Demand } from './request.ts'

/** The routes of a plan, ready for insertions. */
export type OpenRoutes = {
  /** of vehicles that go where they are wanted */
  free: Plan
  /** of one vehicle by itself; null where it takes no part */
  of: (trip: number) => Plan | null
}

export const openRoutesOf = ({ problem, parts }: PlanProblem): OpenRoutes => ({
  free: {
    problem,
    routes: [...parts.values()].flatMap(({ line, planned }) => (line === null ? (planned ?? []) : [])),
  },
  of: (trip) => {
    const part = parts.get(trip)
    return part === undefined || part.planned === null ? null : { problem: part.problem, routes: [part.planned] }
  },
})

/** From one location to another, leaving within the window (seconds since 1970). */
export type OnRoutes = { from: number; to: number; window: { earliest: Seconds; latest: Seconds } }

/** A request on each run of a fixed route that goes between the two locations; `requestFor` makes it, null for none. */
export const insertOnRuns = (
  pp: PlanProblem,
  routes: OpenRoutes,
  { from, to, window }: OnRoutes,
  requestFor: (ride: RouteRide) => Request | null,
): { request: Request; answer: InsertAnswer }[] =>
  ridesBetween(pp, from, to, window).flatMap((ride) => {
    const plan = routes.of(ride.trip.id)
    const request = plan === null ? null : requestFor(ride)
    if (plan === null || request === null) return []
    const aboard = alongRoute(pp, request, ride)
    return [{ request: aboard, answer: insertInto(plan, aboard) }]
  })

export type Inserted = { trip: PlanTrip; insertion: Insertion; request: Request }

/** The cheapest insertion of a demand: on a vehicle that goes where it is wanted, or on a run of a fixed route. */
export const insertDemand = (pp: PlanProblem, routes: OpenRoutes, demand: Demand): Inserted | readonly Refusal[] => {
  const request = requestOf(pp, demand)
  const { pickup, dropoff } = demand
  const window = { earliest: pickup.lower, latest: pickup.upper }
  const tried = [
    { request, answer: insertInto(routes.free, request) },
    ...insertOnRuns(pp, routes, { from: pickup.location_id, to: dropoff.location_id, window }, () => request),
  ]
  const [best] = tried
    .flatMap(({ answer, ...asked }) => answer.insertions.slice(0, 1).map((insertion) => ({ ...asked, insertion })))
    .toSorted((a, b) => a.insertion.price - b.insertion.price)
  const trip = best === undefined ? undefined : pp.trips.get(best.insertion.vehicle)
  return best === undefined || trip === undefined ? tried.flatMap(({ answer }) => answer.refusals) : { trip, ...best }
}

export const isInserted = (found: Inserted | readonly Refusal[]): found is Inserted => 'insertion' in found
