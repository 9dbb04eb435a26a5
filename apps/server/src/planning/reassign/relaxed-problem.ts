import { priceOfRoute, schedule } from '@ambit/engine'
import type { Problem, Request, Solution, Vehicle } from '@ambit/engine'

/**
 * The problem with every limit that reality has already broken opened up to what happens now, so that the plan as it
 * stands is feasible, and no passenger who is late can become later.
 */
export const relaxToPlan = (problem: Problem, solution: Solution): Problem => {
  const requests = new Map<number, Request>(problem.requests.map((request) => [request.id, request]))
  const vehicles = new Map<number, Vehicle>(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  for (const route of solution.routes) {
    if (schedule(problem, route, { strict: true }) !== null) continue
    const times = schedule(problem, route)
    const vehicle = vehicles.get(route.vehicle)
    if (times === null || vehicle === undefined) continue
    const boarded = new Map<number, number>()
    const opened = new Map<number, number>()
    for (const [index, visit] of route.visits.entries()) {
      const time = times[index]
      if (visit.kind === 'fixed' && time !== undefined) opened.set(visit.id, time.begin)
      const request = visit.kind === 'fixed' ? undefined : requests.get(visit.request)
      if (time === undefined || request === undefined) continue
      const end = visit.kind === 'pickup' ? request.pickup : request.delivery
      const held = {
        ...end,
        due: end.due ?? end.window.latest,
        window: { ...end.window, latest: Math.max(end.window.latest, time.begin) },
      }
      if (visit.kind === 'pickup') {
        boarded.set(request.id, time.departure)
        requests.set(request.id, { ...request, pickup: held })
      } else {
        const since = boarded.get(request.id) ?? request.onBoardSince ?? time.begin
        requests.set(request.id, {
          ...request,
          delivery: held,
          maxRideTime: Math.max(request.maxRideTime, time.begin - since),
        })
      }
    }
    const last = times.at(-1)?.departure ?? vehicle.end.time
    const fixed = vehicle.fixed.map((visit) => ({
      ...visit,
      due: visit.due ?? visit.window.latest,
      window: { ...visit.window, latest: Math.max(visit.window.latest, opened.get(visit.id) ?? -Infinity) },
    }))
    vehicles.set(vehicle.id, { ...vehicle, fixed, end: { ...vehicle.end, time: Math.max(vehicle.end.time, last) } })
  }
  return {
    ...problem,
    requests: problem.requests.map((one) => requests.get(one.id) ?? one),
    vehicles: problem.vehicles.map((one) => vehicles.get(one.id) ?? one),
  }
}

/** What a plan costs by the problem's own objective: driving, riding and waiting; null where it does not hold. */
export const priceOfPlan = (problem: Problem, { routes }: Solution): number | null => {
  const prices = routes.map((route) => priceOfRoute(problem, route))
  return prices.every((price) => price !== null) ? prices.reduce((sum, price) => sum + price, 0) : null
}
