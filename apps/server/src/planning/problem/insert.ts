import { insertInto } from '@ambit/engine'
import type { Insertion, PlannedRoute, Problem, Refusal, Request } from '@ambit/engine'
import type { PlanTrip } from '../plan/types.ts'
import type { PlanProblem } from './build.ts'
import { requestOf } from './request.ts'
import type { Demand } from './request.ts'
import { alongRoute, ridesBetween } from './fixed-routes.ts'

export type Room = { trip: PlanTrip; insertion: Insertion; request: Request }

/** The plan as it has become: its problem, and each vehicle's route ready for insertions. */
export type Laid = { problem: Problem; routes: ReadonlyMap<number, PlannedRoute> }

export const laidOut = ({ problem, parts }: PlanProblem): Laid => ({
  problem,
  routes: new Map([...parts].flatMap(([id, { planned }]) => (planned === null ? [] : [[id, planned] as const]))),
})

/** The cheapest room for a demand: wherever vehicles go as they are wanted, or on a run of a fixed route. */
export const insertDemand = (pp: PlanProblem, { problem, routes }: Laid, demand: Demand): Room | readonly Refusal[] => {
  const request = requestOf(pp, demand)
  const free = [...routes.values()].filter(({ vehicle }) => pp.trips.get(vehicle.id)?.route !== 'fixed_route')
  const answer = insertInto({ problem, routes: free }, request)
  const [cheapest] = answer.insertions
  const found: { insertion: Insertion; request: Request }[] =
    cheapest === undefined ? [] : [{ insertion: cheapest, request }]
  const window = { earliest: demand.pickup.lower, latest: demand.pickup.upper }
  const refusals: Refusal[] = []
  for (const ride of ridesBetween(pp, demand.pickup.location_id, demand.dropoff.location_id, window)) {
    const route = routes.get(ride.trip.id)
    if (route === undefined) continue
    const aboard = alongRoute(pp, request, ride)
    const { insertions, ...rest } = insertInto({ problem, routes: [route] }, aboard)
    const [only] = insertions
    if (only !== undefined) found.push({ insertion: only, request: aboard })
    else refusals.push(...rest.refusals)
  }
  const [best] = found.toSorted((a, b) => a.insertion.price - b.insertion.price)
  const trip = best === undefined ? undefined : pp.trips.get(best.insertion.vehicle)
  return best === undefined || trip === undefined ? [...answer.refusals, ...refusals] : { trip, ...best }
}

export const isRoom = (found: Room | readonly Refusal[]): found is Room => 'insertion' in found
