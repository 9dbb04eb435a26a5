import type { Problem, Request, Route, Solution, Vehicle, Violation } from '../problem.ts'
import { findTiming } from './timing.ts'

/**
 * Everything that is wrong with a plan; empty when every hard rule holds. Written apart from the search, sharing none
 * of its code, and slow on purpose: it derives loads and times from the problem alone and is trusted over the search.
 * A request that the solution lists as unserved breaks no rule; one that it neither serves nor lists does.
 */
export function check(problem: Problem, solution: Solution): Violation[] {
  const violations: Violation[] = []
  const seen = new Map<number, number>()
  const served = new Set<number>()
  for (const route of solution.routes) {
    const vehicle = problem.vehicles.find((each) => each.id === route.vehicle)
    if (!vehicle) {
      violations.push({ rule: 'unknown', vehicle: route.vehicle, detail: `no vehicle ${route.vehicle}` })
      continue
    }
    seen.set(vehicle.id, (seen.get(vehicle.id) ?? 0) + 1)
    if (seen.get(vehicle.id) === 2) {
      violations.push({ rule: 'served_twice', vehicle: vehicle.id, detail: `vehicle ${vehicle.id} has two routes` })
    }
    const before = violations.length
    checkMembers(problem, vehicle, route, served, violations)
    checkCommitted(vehicle, route, violations)
    checkFixed(vehicle, route, violations)
    if (violations.length > before) continue
    checkLoads(problem, vehicle, route, violations)
    violations.push(...findTiming(problem, vehicle, route))
  }
  checkServed(problem, solution, seen, served, violations)
  checkTogether(problem, solution, violations)
  return violations
}

function checkServed(
  problem: Problem,
  solution: Solution,
  routes: ReadonlyMap<number, number>,
  served: ReadonlySet<number>,
  violations: Violation[],
): void {
  const unserved = new Set(solution.unserved)
  for (const { id } of problem.requests) {
    if (served.has(id) && unserved.has(id)) {
      violations.push({ rule: 'served_twice', request: id, detail: `request ${id} is served and listed as unserved` })
    }
    if (!served.has(id) && !unserved.has(id)) {
      violations.push({ rule: 'not_served', request: id, detail: `request ${id} is in no route` })
    }
  }
  for (const id of unserved) {
    if (!problem.requests.some((request) => request.id === id)) {
      violations.push({ rule: 'unknown', request: id, detail: `no request ${id}` })
    }
  }
  for (const vehicle of problem.vehicles) {
    if (routes.has(vehicle.id)) continue
    const owes = vehicle.committed.length + vehicle.fixed.length + vehicle.onBoard.length
    if (owes > 0)
      violations.push({ rule: 'fixed_missing', vehicle: vehicle.id, detail: `vehicle ${vehicle.id} has no route` })
  }
}

/** Each request once, by an allowed vehicle, its pickup before its delivery, no passenger left on board. */
function checkMembers(
  problem: Problem,
  vehicle: Vehicle,
  route: Route,
  served: Set<number>,
  violations: Violation[],
): void {
  const riding = new Set(vehicle.onBoard)
  const note = (rule: Violation['rule'], request: number, detail: string) =>
    violations.push({ rule, vehicle: vehicle.id, request, detail })
  for (const id of vehicle.onBoard) {
    if (served.has(id)) note('served_twice', id, `request ${id} rides in two vehicles`)
    served.add(id)
  }
  for (const visit of route.visits) {
    if (visit.kind === 'fixed') continue
    const request = problem.requests.find((each) => each.id === visit.request)
    if (!request) {
      note('unknown', visit.request, `no request ${visit.request}`)
    } else if (visit.kind === 'pickup') {
      if (served.has(request.id)) note('served_twice', request.id, `request ${request.id} is picked up twice`)
      if (!admits(request, vehicle))
        note('wrong_vehicle', request.id, `vehicle ${vehicle.id} may not serve request ${request.id}`)
      served.add(request.id)
      riding.add(request.id)
    } else if (!riding.delete(request.id)) {
      note('precedence', request.id, `request ${request.id} is delivered before it is picked up`)
    }
  }
  for (const id of riding) note('precedence', id, `request ${id} is never delivered`)
}

function admits(request: Request, vehicle: Vehicle): boolean {
  if (request.onBoardSince !== undefined) return false
  return !request.vehicles || request.vehicles.includes(vehicle.id)
}

/** Those who travel together and are served ride in one vehicle. */
function checkTogether(problem: Problem, solution: Solution, violations: Violation[]): void {
  const rides = solution.routes.flatMap(({ vehicle, visits }) => [
    ...visits.flatMap((visit) => (visit.kind === 'pickup' ? [{ vehicle, request: visit.request }] : [])),
    ...(problem.vehicles.find(({ id }) => id === vehicle)?.onBoard ?? []).map((request) => ({ vehicle, request })),
  ])
  const first = new Map<number, number>()
  for (const { vehicle, request } of rides) {
    const key = problem.requests.find(({ id }) => id === request)?.together
    if (key === undefined) continue
    const other = first.get(key)
    if (other === undefined) first.set(key, vehicle)
    else if (other !== vehicle) {
      const detail = `request ${request} rides in vehicle ${vehicle}, others of group ${key} in vehicle ${other}`
      violations.push({ rule: 'split_group', vehicle, request, detail })
    }
  }
}

function checkCommitted(vehicle: Vehicle, route: Route, violations: Violation[]): void {
  vehicle.committed.forEach((promised, index) => {
    const visit = route.visits[index]
    const same =
      visit &&
      visit.kind === promised.kind &&
      (visit.kind === 'fixed' ? visit.id : visit.request) ===
        (promised.kind === 'fixed' ? promised.id : promised.request)
    if (same) return
    violations.push({
      rule: 'committed_order',
      vehicle: vehicle.id,
      detail: `visit ${index + 1} is not the committed one`,
    })
  })
}

function checkFixed(vehicle: Vehicle, route: Route, violations: Violation[]): void {
  const made: number[] = route.visits.flatMap((visit) => (visit.kind === 'fixed' ? [visit.id] : []))
  const note = (rule: Violation['rule'], detail: string) => violations.push({ rule, vehicle: vehicle.id, detail })
  for (const fixed of vehicle.fixed) {
    const times = made.filter((id) => id === fixed.id).length
    if (times === 0) note('fixed_missing', `fixed visit ${fixed.id} is missing`)
    if (times > 1) note('served_twice', `fixed visit ${fixed.id} is made ${times} times`)
  }
  for (const id of made) {
    if (!vehicle.fixed.some((fixed) => fixed.id === id))
      note('unknown', `vehicle ${vehicle.id} has no fixed visit ${id}`)
  }
  const sequences = new Set(vehicle.fixed.flatMap((fixed) => (fixed.sequence === undefined ? [] : [fixed.sequence])))
  for (const sequence of sequences) {
    const wanted = vehicle.fixed.filter((fixed) => fixed.sequence === sequence).map((fixed) => made.indexOf(fixed.id))
    if (wanted.some((place, index) => index > 0 && place < wanted[index - 1])) {
      note('committed_order', `the stops of sequence ${sequence} are out of order`)
    }
  }
}

/** Seats and wheelchair spaces after every visit; no passenger on board during a break. */
function checkLoads(problem: Problem, vehicle: Vehicle, route: Route, violations: Violation[]): void {
  const { capacity } = vehicle
  const riding = new Set(vehicle.onBoard)
  for (const visit of route.visits) {
    if (visit.kind === 'fixed') {
      const rests = vehicle.fixed.some((fixed) => fixed.id === visit.id && fixed.kind === 'break')
      if (rests && riding.size > 0) {
        const detail = `${riding.size} on board during break ${visit.id}`
        violations.push({ rule: 'waiting_loaded', vehicle: vehicle.id, detail })
      }
      continue
    }
    if (visit.kind === 'pickup') riding.add(visit.request)
    else riding.delete(visit.request)
    const loads = problem.requests.filter((request) => riding.has(request.id)).map((request) => request.load)
    const wheelchairs = loads.reduce((sum, load) => sum + load.wheelchairs, 0)
    const seats = loads.reduce((sum, load) => sum + load.seats, 0)
    const room = capacity.seats - wheelchairs * capacity.seatsPerWheelchair
    const at = { vehicle: vehicle.id, request: visit.request }
    if (wheelchairs > capacity.wheelchairs) {
      const amount = wheelchairs - capacity.wheelchairs
      violations.push({
        ...at,
        rule: 'wheelchairs',
        amount,
        detail: `${wheelchairs} wheelchairs in ${capacity.wheelchairs} spaces`,
      })
    }
    if (seats > room) {
      violations.push({ ...at, rule: 'seats', amount: seats - room, detail: `${seats} people in ${room} seats` })
    }
  }
}
