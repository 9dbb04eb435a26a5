import type { Problem, Route, VisitTime } from '../problem.ts'
import { holdsAll, type Line, layOut } from './line.ts'
import { lookupOf } from './lookup.ts'
import { priceOf } from './price.ts'
import { relax } from './relax.ts'
import { ease, settle } from './settle.ts'

export type ScheduleOptions = {
  /**
   * A route that reality has made late normally gets the schedule that is late by as little as possible; a strict
   * result is null unless every window, ride, shift and seat is kept.
   */
  strict?: boolean
}

/**
 * When each visit of a route takes place: as early as all limits allow, except that a pickup comes as late as it can
 * without making anything else later, so that passengers do not wait on board. One entry for each visit.
 *
 * Null when the route cannot be driven at all: unknown visits, a delivery before its pickup, no way between two stops.
 */
export function schedule(problem: Problem, route: Route, options: ScheduleOptions = {}): VisitTime[] | null {
  const settled = settleRoute(problem, route, options.strict === true)
  return settled && visitTimes(settled.line, settled.begin)
}

/**
 * What a route costs by the problem's objective, apart from walking and requests left unserved; null unless every
 * window, ride, shift and seat is kept.
 */
export function priceOfRoute(problem: Problem, route: Route): number | null {
  const settled = settleRoute(problem, route, true)
  return settled && priceOf(settled.line, settled.begin, problem.objective)
}

/** A route laid out with its schedule; null where there is none. */
export function settleRoute(
  problem: Problem,
  route: Route,
  strict: boolean,
): { line: Line; begin: Float64Array } | null {
  const line = layOut(problem, route)
  const vehicle = lookupOf(problem).vehicle(route.vehicle)
  if (!line || !vehicle) return null
  const begin = new Float64Array(line.size)
  if (strict) {
    if (!holdsAll(line, vehicle) || !settle(line, begin)) return null
  } else if (!settle(line, begin) && !(relax(line) && settle(line, begin))) return null
  ease(line, begin)
  return { line, begin }
}

/** A scheduled line as records, without its start and end. */
export function visitTimes(line: Line, begin: Float64Array): VisitTime[] {
  const times: VisitTime[] = []
  for (let at = 1; at < line.size - 1; at++) {
    times.push({
      arrival: begin[at - 1] + line.service[at - 1] + line.leg[at],
      begin: begin[at],
      departure: begin[at] + line.service[at],
      load: { seats: line.seats[at], wheelchairs: line.wheelchairs[at] },
      lateness: Math.max(0, begin[at] - line.due[at]),
    })
  }
  return times
}
