import type { Problem, Request } from '../problem.ts'
import type { Line } from '../schedule/line.ts'
import { priceOf } from '../schedule/price.ts'
import { ease, EPSILON_S, settle } from '../schedule/settle.ts'
import { completeCandidate, writeCandidate } from './candidate.ts'
import type { PlannedRoute } from './plan.ts'

/** A feasible pair of positions: the pickup goes after the stop at `i`, the delivery after the stop at `j`. */
export type InsertionPosition = {
  planned: PlannedRoute
  i: number
  j: number
  price: number
  pickupTime: number
  deliveryTime: number
}

/** What a scan needs besides the route; `line` and `begin` are overwritten by every candidate. */
export type Scan = { problem: Problem; request: Request; line: Line; begin: Float64Array }

/** Whether the load never fits this vehicle, or only in an empty one. */
export function fits(planned: PlannedRoute, request: Request, at: number): boolean {
  const { capacity } = planned.vehicle
  const { seats, wheelchairs } = request.load
  return (
    planned.line.wheelchairs[at] + wheelchairs <= capacity.wheelchairs &&
    planned.seatsUsed[at] + seats + wheelchairs * capacity.seatsPerWheelchair <= capacity.seats
  )
}

/**
 * Every feasible pair of positions in one route, in no order. A pair is passed over only when windows and drives
 * alone rule it out, with bounds that hold for any insertion: the time reached before a position, and the latest
 * time after one. What is left is scheduled in full, so that the answer is exact even where drives are not shorter
 * than detours.
 */
export function scanRoute(
  scan: Scan,
  planned: PlannedRoute,
  found: (i: number, j: number, price: number) => void,
): void {
  const { request, problem } = scan
  const { travel } = problem
  const { line, first, loose } = planned
  const { pickup, delivery } = request
  const last = line.size - 2
  const opens = pickup.window.earliest + pickup.service
  const direct = travel.duration(pickup.location, delivery.location)
  for (let i = planned.open; i <= last; i++) {
    const leaves = first[i] + line.service[i]
    if (leaves > pickup.window.latest + EPSILON_S) return
    if (loose[i + 1] < opens - EPSILON_S || !fits(planned, request, i)) continue
    const reached = leaves + travel.duration(line.place[i], pickup.location)
    if (reached > pickup.window.latest + EPSILON_S) continue
    const boarded = Math.max(reached, pickup.window.earliest) + pickup.service
    if (loose[i + 1] < boarded - EPSILON_S) continue
    scanDeliveries(scan, planned, i, boarded, direct, found)
  }
}

function scanDeliveries(
  scan: Scan,
  planned: PlannedRoute,
  i: number,
  boarded: number,
  direct: number,
  found: (i: number, j: number, price: number) => void,
): void {
  const { request, problem } = scan
  const { travel } = problem
  const { line, final, loose } = planned
  const { delivery } = request
  const last = line.size - 2
  const closes = delivery.window.latest + EPSILON_S
  let here = request.pickup.location
  let leaves = boarded
  let driven = 0
  for (let j = i; ;) {
    const toDelivery = j === i ? direct : travel.duration(here, delivery.location)
    const reached = leaves + toDelivery
    if (driven + toDelivery <= request.maxRideTime + EPSILON_S && reached <= closes) {
      const left = Math.max(reached, delivery.window.earliest) + delivery.service
      const onward =
        j === last && planned.vehicle.end.location === null ? 0 : travel.duration(delivery.location, line.place[j + 1])
      if (left + onward <= final[j + 1] + EPSILON_S) {
        const price = priceCandidate(scan, planned, i, j)
        if (price < Infinity) found(i, j, price)
      }
    }
    j++
    if (j > last || line.empty[j] === 1 || !fits(planned, request, j)) return
    const leg = j === i + 1 ? travel.duration(here, line.place[j]) : line.leg[j]
    const begins = Math.max(leaves + leg, line.earliest[j])
    if (begins > loose[j] + EPSILON_S || begins > closes) return
    driven += leg + line.service[j]
    if (driven > request.maxRideTime + EPSILON_S) return
    leaves = begins + line.service[j]
    here = line.place[j]
  }
}

/** Growth of the objective with the request at (i, j), or Infinity when that cannot be scheduled. */
export function priceCandidate(scan: Scan, planned: PlannedRoute, i: number, j: number): number {
  const { line, begin, problem, request } = scan
  writeCandidate(line, planned, problem.travel, request, i, j, problem.waiting !== 'anywhere')
  if (!settle(line, begin)) return Infinity
  completeCandidate(line, planned, problem.travel, request, i, j)
  ease(line, begin)
  return priceOf(line, begin, problem.objective) - planned.price + problem.objective.walkTime * request.walk
}
