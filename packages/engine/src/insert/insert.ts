import type { InsertAnswer, Insertion, Problem, Refusal, Request, Solution, Visit } from '../problem.ts'
import { emptyLine } from '../schedule/line.ts'
import { lookupOf } from '../schedule/lookup.ts'
import { visitTimes } from '../schedule/schedule.ts'
import { besideOthers } from './together.ts'
import { type Plan, type PlannedRoute, preparePlan, scratchLine } from './plan.ts'
import { refuse } from './refuse.ts'
import { type InsertionPosition, priceCandidate, type Scan, scanRoute } from './scan.ts'

export type InsertOptions = {
  /** how many insertions to return for each vehicle, cheapest first; 1 when absent */
  perVehicle?: number
  /** only these vehicles are tried, and only they are refused */
  vehicles?: readonly number[]
}

/**
 * All vehicles that can take one more request, and how: exact over every pair of positions in every route, the
 * cheapest of each vehicle, ranked by price. Vehicles that cannot are listed with reasons, which are worked out when they are read.
 *
 * `request` may be a request of the problem, by id, that the solution does not serve yet, or a new one, whose
 * locations the problem's travel must know.
 */
export function insert(
  problem: Problem,
  solution: Solution,
  request: Request | number,
  options: InsertOptions = {},
): InsertAnswer {
  const found = typeof request === 'number' ? lookupOf(problem).request(request) : request
  if (!found) throw new Error('The problem has no request of that id')
  return insertInto(preparePlan(problem, solution), found, options)
}

/** As `insert`, into a plan that was prepared before: what a caller with several requests at hand uses. */
export function insertInto(plan: Plan, wanted: Request, options: InsertOptions = {}): InsertAnswer {
  const request = besideOthers(plan, wanted)
  const perVehicle = options.perVehicle ?? 1
  const line = scratchLine(plan)
  const scan: Scan = { problem: plan.problem, request, line, begin: new Float64Array(line.leg.length) }
  const places: InsertionPosition[] = []
  const refused: PlannedRoute[] = []
  for (const planned of plan.routes) {
    if (options.vehicles && !options.vehicles.includes(planned.vehicle.id)) continue
    const best = bestPlaces(scan, planned, perVehicle)
    if (best.length === 0) refused.push(planned)
    places.push(...best)
  }
  places.sort((a, b) => a.price - b.price)
  let refusals: Refusal[] | undefined
  return {
    insertions: places.map((place) => describe(plan, request, place)),
    get refusals() {
      refusals ??= refused.map((planned) => refuse(scan, planned))
      return refusals
    },
  }
}

/** The cheapest places in one route, at most `count` of them, cheapest first. */
export function bestPlaces(scan: Scan, planned: PlannedRoute, count: number): InsertionPosition[] {
  const best: InsertionPosition[] = []
  if (!mayServe(planned, scan.request)) return best
  scanRoute(scan, planned, (i, j, price) => {
    if (best.length === count && price >= best[count - 1].price) return
    if (best.length === count) best.pop()
    let at = best.length
    while (at > 0 && best[at - 1].price > price) at--
    const [pickupTime, deliveryTime] = [scan.begin[i + 1], scan.begin[j + 2]]
    best.splice(at, 0, { planned, i, j, price, pickupTime, deliveryTime })
  })
  return best
}

/** Whether the request's list of vehicles admits this one; someone riding elsewhere cannot be picked up again. */
export function mayServe(planned: PlannedRoute, request: Request): boolean {
  if (request.onBoardSince !== undefined) return false
  return request.vehicles === undefined || request.vehicles.includes(planned.vehicle.id)
}

/** The insertion at one place. Route, schedule and delays are worked out when they are first read. */
function describe(plan: Plan, request: Request, place: InsertionPosition): Insertion {
  const { planned, i, j } = place
  let drawn: Drawn | undefined
  const draw = () => (drawn ??= drawPlace(plan, request, place))
  return {
    vehicle: planned.vehicle.id,
    price: place.price,
    pickupTime: place.pickupTime,
    deliveryTime: place.deliveryTime,
    get route() {
      return { vehicle: planned.vehicle.id, visits: visitsWith(planned.route.visits, request.id, i, j) }
    },
    get schedule() {
      return draw().schedule
    },
    get detourTime() {
      return draw().detourTime
    },
    get detourDistance() {
      return draw().detourDistance
    },
    get affected() {
      return draw().affected
    },
  }
}

type Drawn = Pick<Insertion, 'schedule' | 'detourTime' | 'detourDistance' | 'affected'>

function drawPlace(plan: Plan, request: Request, place: InsertionPosition): Drawn {
  const { planned, i, j } = place
  const line = emptyLine(planned.line.size + 2)
  const begin = new Float64Array(line.leg.length)
  priceCandidate({ problem: plan.problem, request, line, begin }, planned, i, j)
  const affected: { request: number; delay: number }[] = []
  planned.route.visits.forEach((visit, index) => {
    if (visit.kind !== 'delivery') return
    const before = index + 1
    const after = before + (before > i ? 1 : 0) + (before > j ? 1 : 0)
    const delay = begin[after] - planned.begin[before]
    if (delay !== 0) affected.push({ request: visit.request, delay })
  })
  return {
    schedule: visitTimes(line, begin),
    detourTime: sum(line.leg, line.size) - sum(planned.line.leg, planned.line.size),
    detourDistance: sum(line.metres, line.size) - sum(planned.line.metres, planned.line.size),
    affected,
  }
}

function visitsWith(visits: readonly Visit[], request: number, i: number, j: number): Visit[] {
  return [
    ...visits.slice(0, i),
    { kind: 'pickup', request },
    ...visits.slice(i, j),
    { kind: 'delivery', request },
    ...visits.slice(j),
  ]
}

function sum(values: Float64Array, count: number): number {
  let total = 0
  for (let at = 0; at < count; at++) total += values[at]
  return total
}
