import { insert } from '../insert/insert.ts'
import type { Problem, Request, Solution, Vehicle, Visit } from '../problem.ts'
import { openingVisits } from '../schedule/opening.ts'
import { schedule } from '../schedule/schedule.ts'
import { seeded } from '../seeded.ts'
import { fixedVisit, objective, point } from '../testing.ts'

/** A random small day with everything in it: people on board, committed stops, breaks, wheelchairs, allow-lists. */
export function drawDay(seed: number): { problem: Problem; start: Solution } {
  const random = seeded(seed)
  const places = Array.from({ length: 20 }, () => [random.below(600), random.below(600)] as const)
  const measure = (from: number, to: number) => {
    const [x, y] = places[from]
    const [u, v] = places[to]
    return Math.ceil(Math.hypot(x - u, y - v))
  }
  const travel = { duration: measure, distance: measure }
  const requests = Array.from({ length: 14 }, (_, id) => drawRequest(id))
  const vehicles = [1, 2, 3].map((id) => drawVehicle(id))
  const weights = random.next() < 0.5 ? objective : { ...objective, vehicleTime: 1, rideTime: 0.5, waitTime: 0.1 }
  const draft: Problem = { travel, vehicles, requests, objective: weights }
  const start = fill(draft)
  return commit(draft, start)

  function drawRequest(id: number): Request {
    const earliest = random.below(3000)
    const [from, to] = [random.below(20), random.below(20)]
    const direct = measure(from, to)
    const window = { earliest, latest: earliest + 200 + random.below(600) }
    const load = random.next() < 0.2 ? { seats: 0, wheelchairs: 1 } : { seats: 1 + random.below(2), wheelchairs: 0 }
    const pickup = { location: from, window, service: 30 }
    const delivery = point(to, 0, window.latest + 2 * direct + 300, 20)
    const only = random.next() < 0.2 ? [1 + random.below(3)] : undefined
    return { id, pickup, delivery, load, maxRideTime: 1.5 * direct + 200, walk: 0, ...(only && { vehicles: only }) }
  }

  function drawVehicle(id: number): Vehicle {
    const rest = fixedVisit(100, 'break', point(random.below(20), 1500, 2600, 300))
    return {
      id,
      start: { location: random.below(20), time: 0 },
      end: { location: random.next() < 0.5 ? null : random.below(20), time: 8000 },
      capacity: { seats: 4, wheelchairs: 1, seatsPerWheelchair: 2 },
      maxDuration: random.next() < 0.5 ? Infinity : 6500,
      onBoard: [],
      committed: [],
      fixed: random.next() < 0.5 ? [rest] : [],
    }
  }
}

/** Serves the requests one after the other, each where it costs least. */
function fill(problem: Problem): Solution {
  let solution: Solution = {
    routes: problem.vehicles.map((vehicle) => ({ vehicle: vehicle.id, visits: openingVisits(vehicle) })),
    unserved: problem.requests.map(({ id }) => id),
  }
  for (const { id } of problem.requests.slice(0, 11)) {
    const way = insert(problem, solution, id).insertions[0]
    if (!way) continue
    const routes = solution.routes.map((route) => (route.vehicle === way.vehicle ? way.route : route))
    solution = { routes, unserved: solution.unserved.filter((other) => other !== id) }
  }
  return solution
}

/** Lets the first vehicle set out: its first visit becomes history, its second one is committed. */
function commit(problem: Problem, start: Solution): { problem: Problem; start: Solution } {
  const [route, ...others] = start.routes
  const [first, second] = route.visits
  const times = schedule(problem, route)
  if (first?.kind !== 'pickup' || !second || !times) return { problem, start }
  const boards = problem.requests.find(({ id }) => id === first.request)!
  const committed: Visit[] = [second]
  const vehicles = problem.vehicles.map((vehicle, index): Vehicle => {
    if (index > 0) return vehicle
    const left = { location: boards.pickup.location, time: times[0].departure }
    return { ...vehicle, start: left, onBoard: [first.request], committed, maxDuration: Infinity }
  })
  const requests = problem.requests.map((request) =>
    request.id === first.request ? { ...request, onBoardSince: times[0].departure } : request,
  )
  const visits = route.visits.slice(1)
  return { problem: { ...problem, vehicles, requests }, start: { ...start, routes: [{ ...route, visits }, ...others] } }
}
