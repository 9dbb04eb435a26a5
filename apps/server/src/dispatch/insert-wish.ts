import { insertInto } from '@ambit/engine'
import type { Insertion, Plan, Refusal, Request } from '@ambit/engine'
import type { PlanTrip } from './plan.ts'
import type { PlanProblem } from './problem.ts'
import { requestOf } from './problem.ts'
import type { Wish } from './problem.ts'
import { alongRoute, freeVehicles, ridesBetween } from './route-lines.ts'

export type Room = { trip: PlanTrip; insertion: Insertion; request: Request }

/** The cheapest room for a wish: wherever vehicles go as they are wanted, or on a run of a fixed route. */
export const insertWish = (pp: PlanProblem, prepared: Plan, wish: Wish): Room | readonly Refusal[] => {
  const request = requestOf(pp, wish)
  const free = freeVehicles(pp)
  const answer = insertInto(prepared, request, free === undefined ? {} : { vehicles: free })
  const [cheapest] = answer.insertions
  const found: { insertion: Insertion; request: Request }[] =
    cheapest === undefined ? [] : [{ insertion: cheapest, request }]
  const window = { earliest: wish.pickup.lower, latest: wish.pickup.upper }
  const refusals: Refusal[] = []
  for (const ride of free === undefined
    ? []
    : ridesBetween(pp, wish.pickup.location_id, wish.dropoff.location_id, window)) {
    const aboard = alongRoute(pp, request, ride)
    const { insertions, ...rest } = insertInto(prepared, aboard, { vehicles: [ride.trip.id] })
    const [only] = insertions
    if (only !== undefined) found.push({ insertion: only, request: aboard })
    else refusals.push(...rest.refusals)
  }
  const [best] = found.toSorted((a, b) => a.insertion.price - b.insertion.price)
  const trip = best === undefined ? undefined : pp.trips.get(best.insertion.vehicle)
  return best === undefined || trip === undefined ? [...answer.refusals, ...refusals] : { trip, ...best }
}

export const isRoom = (found: Room | readonly Refusal[]): found is Room => 'insertion' in found
