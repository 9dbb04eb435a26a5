import type { Problem, Request, ServicePoint, Solution, Travel, Vehicle } from '@ambit/engine'

/** A problem that can travel to another thread: its travel times are a matrix over the places it uses. */
export type PackedProblem = Omit<Problem, 'travel'> & { side: number; duration: Float64Array; distance: Float64Array }

/** What the worker is asked. `milliseconds` of one core, or a number of tries where a day must come out the same twice. */
export type SolveTask = {
  id: number
  problem: PackedProblem
  start: Solution
  seed: number
  stop: { milliseconds: number } | { iterations: number }
}
export type SolveAnswer = { id: number; solution: Solution } | { id: number; error: string }

/** Renumbers the places in use from 0, and writes the travel times between them into a matrix. */
export const packProblem = (problem: Problem): PackedProblem => {
  const numbers = new Map<number, number>()
  const numberOf = (location: number): number => {
    const known = numbers.get(location)
    if (known !== undefined) return known
    numbers.set(location, numbers.size)
    return numbers.size - 1
  }
  const point = (one: ServicePoint): ServicePoint => ({ ...one, location: numberOf(one.location) })
  const requests = problem.requests.map((one): Request => ({
    ...one,
    pickup: point(one.pickup),
    delivery: point(one.delivery),
  }))
  const fixed = problem.vehicles.map((one) =>
    one.fixed.map((visit) => ({ ...visit, location: numberOf(visit.location) })),
  )
  // Places that are only driven from come last: no drive to where a vehicle stands now is ever asked for.
  const reachable = numbers.size
  const vehicles = problem.vehicles.map((one, index): Vehicle => ({
    ...one,
    fixed: fixed[index] ?? [],
    start: { ...one.start, location: numberOf(one.start.location) },
  }))
  const places = [...numbers.keys()]
  const side = places.length
  const duration = new Float64Array(side * side).fill(Infinity)
  const distance = new Float64Array(side * side).fill(Infinity)
  for (let from = 0; from < side; from++)
    for (let to = 0; to < reachable; to++) {
      duration[from * side + to] = problem.travel.duration(places[from]!, places[to]!) // both run over the places
      distance[from * side + to] = problem.travel.distance(places[from]!, places[to]!)
    }
  const { objective } = problem
  return { vehicles, requests, objective, side, duration, distance }
}

export const unpackProblem = ({ side, duration, distance, ...problem }: PackedProblem): Problem => {
  const travel: Travel = {
    duration: (from, to) => duration[from * side + to]!, // the matrix covers all places of the problem
    distance: (from, to) => distance[from * side + to]!,
  }
  return { ...problem, travel }
}
