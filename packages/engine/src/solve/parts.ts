import type { Problem, Route, Solution } from '../problem.ts'
import { openingVisits } from '../schedule/opening.ts'
import { type Random, seeded } from '../seeded.ts'
import type { Stop } from './stop.ts'

/** More nodes than this are planned part by part; the tables of a part take 8 bytes by 4 by the square: 82 MB. */
export const MOST_NODES = 1600

/** How often the fleet is divided, each time differently, so that vehicles that one division keeps apart meet in the next. */
const ROUNDS = 3

type SolvePart = (problem: Problem, seed: number, stop: Stop, start: Solution) => Solution

/** Stops, starts and ends: what the search's tables grow with. */
export function countNodes(problem: Problem): number {
  const fixed = problem.vehicles.reduce((sum, vehicle) => sum + vehicle.fixed.length, 0)
  return 2 * problem.requests.length + fixed + 2 * problem.vehicles.length
}

/**
 * Plans a large problem as neighbourhoods of vehicles, one after the other, each within its share of the budget
 * (POPMUSIC, Taillard & Voss 2002). Requests that one part leaves out are offered to the next. Vehicles are neighbours where
 * the middles of their routes are.
 */
export function solveInParts(
  problem: Problem,
  seed: number,
  stop: Stop,
  start: Solution | undefined,
  solvePart: SolvePart,
): Solution {
  const random = seeded(seed)
  const given = new Map(start?.routes.map((route) => [route.vehicle, route]))
  const routes = new Map(
    problem.vehicles.map((vehicle): [number, Route] => [
      vehicle.id,
      given.get(vehicle.id) ?? { vehicle: vehicle.id, visits: openingVisits(vehicle) },
    ]),
  )
  let unserved = unservedOf(problem, routes)
  for (let round = 0; round < ROUNDS; round++) {
    const groups = divide(problem, routes, random)
    for (const [index, group] of groups.entries()) {
      const part = partOf(problem, group, routes, unserved)
      const left = (ROUNDS - round - 1) * groups.length + groups.length - index
      const found = solvePart(
        part.problem,
        seed + index + 1000 * round,
        shareOf(stop, left, ROUNDS * groups.length),
        part.start,
      )
      for (const route of found.routes) routes.set(route.vehicle, route)
      const taken = new Set(part.start.unserved)
      unserved = [...unserved.filter((id) => !taken.has(id)), ...found.unserved]
    }
  }
  return { routes: [...routes.values()], unserved }
}

function requestsOf(route: Route): number[] {
  return route.visits.flatMap((visit) => (visit.kind === 'delivery' ? [visit.request] : []))
}

function unservedOf(problem: Problem, routes: ReadonlyMap<number, Route>): number[] {
  const served = new Set([...routes.values()].flatMap(requestsOf))
  return problem.requests.flatMap(({ id }) => (served.has(id) ? [] : [id]))
}

/** Groups of neighbouring vehicles, each small enough, room for as many unserved requests as it serves included. */
function divide(problem: Problem, routes: ReadonlyMap<number, Route>, random: Random): number[][] {
  const places = new Map(problem.requests.map((request) => [request.id, request.delivery.location]))
  const middle = new Map(
    problem.vehicles.map((vehicle): [number, number] => {
      const served = requestsOf(routes.get(vehicle.id)!)
      return [vehicle.id, places.get(served[served.length >> 1]) ?? vehicle.start.location]
    }),
  )
  const rest = new Set(problem.vehicles.map(({ id }) => id))
  const groups: number[][] = []
  while (rest.size > 0) {
    const from = middle.get([...rest][random.below(rest.size)])!
    const far = (id: number) => problem.travel.duration(from, middle.get(id)!)
    const near = [...rest].map((id) => ({ id, far: far(id) })).sort((a, b) => a.far - b.far)
    const group: number[] = []
    let nodes = 0
    for (const { id } of near) {
      nodes += 2 + 2 * (routes.get(id)!.visits.length + 1)
      if (group.length > 0 && nodes > MOST_NODES) break
      group.push(id)
      rest.delete(id)
    }
    groups.push(group)
  }
  return groups
}

function partOf(
  problem: Problem,
  group: readonly number[],
  routes: ReadonlyMap<number, Route>,
  unserved: readonly number[],
) {
  const members = new Set(group)
  const own = [...routes.values()].filter(({ vehicle }) => members.has(vehicle))
  const wanted = new Set(own.flatMap(requestsOf))
  const vehicles = problem.vehicles.filter(({ id }) => members.has(id))
  const nodes = countNodes({ ...problem, vehicles, requests: [] }) + 2 * wanted.size
  const offered = unserved.slice(0, Math.max(0, (MOST_NODES - nodes) >> 1))
  for (const id of offered) wanted.add(id)
  const requests = problem.requests.filter(({ id }) => wanted.has(id))
  return { problem: { ...problem, vehicles, requests }, start: { routes: own, unserved: offered } }
}

/** An equal share of what is left of the budget. */
function shareOf(stop: Stop, left: number, all: number): Stop {
  if ('iterations' in stop) return { iterations: Math.ceil(stop.iterations / all) }
  const now = stop.now()
  return { now: stop.now, until: now + Math.max(0, stop.until - now) / left }
}
