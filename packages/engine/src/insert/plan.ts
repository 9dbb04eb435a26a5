import type { Problem, Route, Solution, Vehicle } from '../problem.ts'
import { emptyLine, type Line, layOut } from '../schedule/line.ts'
import { openingVisits } from '../schedule/opening.ts'
import { priceOf } from '../schedule/price.ts'
import { relax } from '../schedule/relax.ts'
import { backward, backwardOverShortcut, ease, forward, settle } from '../schedule/settle.ts'

/**
 * One vehicle's route as insertion sees it. Limits that reality has already broken are widened to what happens now,
 * so that an insertion may leave late requests as late as they are, and no later.
 */
export type PlannedRoute = {
  vehicle: Vehicle
  route: Route
  line: Line
  begin: Float64Array
  price: number
  /** earliest and latest begin by windows and drives alone */
  first: Float64Array
  final: Float64Array
  /** latest begin that holds even when one later drive is cut short */
  loose: Float64Array
  /** seats in use after each stop, folded ones included */
  seatsUsed: Float64Array
  /** position of the first stop after which something may be inserted */
  open: number
}

/** A solution made ready for any number of insertions. */
export type Plan = { problem: Problem; routes: readonly PlannedRoute[] }

/**
 * Lays out every vehicle's route; a vehicle without a route gets its committed and fixed visits. Throws when a route
 * is invalid (see `layOut`), as no insertion into it could be judged.
 */
export function preparePlan(problem: Problem, solution: Solution): Plan {
  const routes = new Map(solution.routes.map((route) => [route.vehicle, route]))
  return {
    problem,
    routes: problem.vehicles.map((vehicle) => {
      const route = routes.get(vehicle.id) ?? { vehicle: vehicle.id, visits: openingVisits(vehicle) }
      const planned = prepareRoute(problem, vehicle, route)
      if (!planned) throw new Error(`The route of vehicle ${vehicle.id} cannot be driven`)
      return planned
    }),
  }
}

/**
 * One vehicle's route alone, for callers that keep it from one question to the next. Null where it cannot be driven:
 * it visits what it cannot visit, or leads where there is no way.
 */
export function prepareRoute(problem: Problem, vehicle: Vehicle, route: Route): PlannedRoute | null {
  const line = layOut(problem, route)
  if (!line) return null
  const begin = new Float64Array(line.size)
  if (!settle(line, begin) && !(relax(line) && settle(line, begin))) return null
  ease(line, begin)
  const first = new Float64Array(line.size)
  const final = new Float64Array(line.size)
  forward(line, first)
  backward(line, final)
  const loose = new Float64Array(line.size)
  backwardOverShortcut(line, final, loose)
  const seatsUsed = line.seats.map((seats, at) => seats + line.wheelchairs[at] * vehicle.capacity.seatsPerWheelchair)
  const price = priceOf(line, begin, problem.objective)
  return { vehicle, route, line, begin, price, first, final, loose, seatsUsed, open: vehicle.committed.length }
}

/** Room for any route of the plan with one request more. */
export function scratchLine(plan: Plan): Line {
  return emptyLine(plan.routes.reduce((most, planned) => Math.max(most, planned.line.size), 2) + 2)
}
