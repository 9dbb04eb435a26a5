import type { FixedVisit, Problem, Request, Vehicle } from '../problem.ts'

/** A problem's records by their ids. */
export type Lookup = {
  request: (id: number) => Request | undefined
  vehicle: (id: number) => Vehicle | undefined
  /** Stops of fixed routes and breaks are named within their vehicle. */
  fixed: (vehicle: Vehicle, id: number) => FixedVisit | undefined
}

const known = new WeakMap<Problem, Lookup>()

/**
 * The lookup of a problem, built once for each problem object: callers schedule hundreds of routes of one problem
 * in a row, and a problem is never changed in place.
 */
export function lookupOf(problem: Problem): Lookup {
  const found = known.get(problem)
  if (found) return found
  const requests = new Map(problem.requests.map((request) => [request.id, request]))
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const fixed = new Map<Vehicle, Map<number, FixedVisit>>()
  const fixedOf = (vehicle: Vehicle): Map<number, FixedVisit> => {
    const found = fixed.get(vehicle) ?? new Map(vehicle.fixed.map((visit) => [visit.id, visit]))
    fixed.set(vehicle, found)
    return found
  }
  const lookup: Lookup = {
    request: (id) => requests.get(id),
    vehicle: (id) => vehicles.get(id),
    fixed: (vehicle, id) => fixedOf(vehicle).get(id),
  }
  known.set(problem, lookup)
  return lookup
}
