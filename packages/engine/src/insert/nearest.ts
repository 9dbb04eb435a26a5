import { check } from '../check/check.ts'
import type { Insertion, Problem, Request, Route, ServicePoint } from '../problem.ts'
import { insertInto } from './insert.ts'
import type { Plan } from './plan.ts'

/** A request moved in time so that it can be served: seconds later (positive) or earlier, and how. */
export type Change = { shift: number; request: Request; insertion: Insertion }

export type NearestOptions = {
  /** seconds between the times tried; 300 when absent */
  step?: number
  /** furthest time tried either way, seconds; 3600 when absent */
  most?: number
}

/**
 * The smallest shift in time with which a request that no vehicle can serve could be served, later before earlier where
 * both are as near; null when there is none within reach. Every result has passed `check`.
 */
export function nearestChange(plan: Plan, request: Request, options: NearestOptions = {}): Change | null {
  const { step = 300, most = 3600 } = options
  for (let by = step; by <= most; by += step) {
    for (const shift of [by, -by]) {
      const shifted = shiftRequest(request, shift)
      const insertion = insertInto(plan, shifted).insertions.find((each) => isSound(plan, shifted, each))
      if (insertion) return { shift, request: shifted, insertion }
    }
  }
  return null
}

function shiftRequest(request: Request, by: number): Request {
  const move = (point: ServicePoint): ServicePoint => {
    const window = { earliest: point.window.earliest + by, latest: point.window.latest + by }
    return point.due === undefined ? { ...point, window } : { ...point, window, due: point.due + by }
  }
  return { ...request, pickup: move(request.pickup), delivery: move(request.delivery) }
}

/** Whether the vehicle's new route breaks nothing that its present one keeps. */
function isSound(plan: Plan, request: Request, insertion: Insertion): boolean {
  const planned = plan.routes.find(({ vehicle }) => vehicle.id === insertion.vehicle)
  if (!planned) return false
  const breaches = (route: Route, added: readonly Request[]) => {
    const visited = new Set(route.visits.flatMap((visit) => (visit.kind === 'fixed' ? [] : [visit.request])))
    const known = plan.problem.requests.filter(({ id }) => visited.has(id) && id !== request.id)
    const alone: Problem = { ...plan.problem, vehicles: [planned.vehicle], requests: [...known, ...added] }
    return check(alone, { routes: [route], unserved: [] }).length
  }
  return breaches(insertion.route, [request]) <= breaches(planned.route, [])
}
