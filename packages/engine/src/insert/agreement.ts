import { check } from '../check/check.ts'
import { insert } from './insert.ts'
import type { FixedVisit, Problem, Request, Route, ServicePoint, Vehicle, Visit } from '../problem.ts'
import { openingVisits } from '../schedule/opening.ts'
import { type Random, seeded } from '../seeded.ts'
import { objective } from '../testing.ts'

/** What comparing so many insertions with `check` gave; `disagreements` names the first few, by seed. */
export type Agreement = { compared: number; feasible: number; disagreements: string[] }

/**
 * Compares `insert` with trying every pair of positions and asking `check`, on random small routes full of people on
 * board, breaks, route stops, wheelchairs and tight limits, until so many pairs have been compared.
 */
export function compareInsertions(seed: number, pairs: number): Agreement {
  const agreement: Agreement = { compared: 0, feasible: 0, disagreements: [] }
  for (let round = 0; agreement.compared < pairs && agreement.disagreements.length < 5; round++) {
    const random = seeded(seed * 1_000_003 + round)
    const instance = drawInstance(random)
    compareInstance(instance, `seed ${seed}, round ${round}`, agreement)
  }
  return agreement
}

type Instance = { problem: Problem; route: Route; request: Request }

function compareInstance({ problem, route, request }: Instance, name: string, agreement: Agreement): void {
  const vehicle = problem.vehicles[0]
  const served = new Set(route.visits.flatMap((visit) => (visit.kind === 'fixed' ? [] : [visit.request])))
  const unserved = problem.requests.filter(({ id }) => id !== request.id && !served.has(id)).map(({ id }) => id)
  const tried: string[] = []
  for (let i = vehicle.committed.length; i <= route.visits.length; i++) {
    for (let j = i; j <= route.visits.length; j++) {
      const visits = withRequest(route.visits, request.id, i, j)
      agreement.compared++
      if (check(problem, { routes: [{ vehicle: vehicle.id, visits }], unserved }).length > 0) continue
      agreement.feasible++
      tried.push(JSON.stringify(visits))
    }
  }
  const solution = { routes: [route], unserved: [...unserved, request.id] }
  const answer = insert(problem, solution, request, { perVehicle: 1000 })
  const found = answer.insertions.map((insertion) => JSON.stringify(insertion.route.visits))
  const missed = tried.filter((visits) => !found.includes(visits))
  const invented = found.filter((visits) => !tried.includes(visits))
  if (missed.length > 0) agreement.disagreements.push(`${name}: insert misses ${missed[0]}`)
  if (invented.length > 0) agreement.disagreements.push(`${name}: insert invents ${invented[0]}`)
  if (found.length === 0 && answer.refusals.length !== 1) agreement.disagreements.push(`${name}: no reason given`)
}

function withRequest(visits: readonly Visit[], request: number, i: number, j: number): Visit[] {
  const pickup: Visit = { kind: 'pickup', request }
  const delivery: Visit = { kind: 'delivery', request }
  return [...visits.slice(0, i), pickup, ...visits.slice(i, j), delivery, ...visits.slice(j)]
}

/** One vehicle with a feasible route, and one request more. Half of the instances have drives longer than detours. */
export function drawInstance(random: Random): Instance {
  const places = 8
  const straight = random.next() < 0.5
  const xs = Array.from({ length: places }, () => [random.below(60), random.below(60)] as const)
  const table = xs.map(([x, y]) => xs.map(([u, v]) => (x === u && y === v ? 0 : Math.ceil(Math.hypot(x - u, y - v)))))
  if (!straight) for (const row of table) row.forEach((drive, to) => (row[to] = drive + random.below(25)))
  const duration = (from: number, to: number) => (from === to ? 0 : table[from][to])
  const draw = (id: number) => drawRequest(random, id, places)
  const requests = Array.from({ length: 1 + random.below(6) }, (_, id) => draw(id))
  const onBoard = requests.filter(() => random.next() < 0.12)
  for (const request of onBoard) request.onBoardSince = -random.below(60)
  const vehicle = drawVehicle(
    random,
    places,
    onBoard.map(({ id }) => id),
  )
  const waiting = random.next() < 0.3 ? 'anywhere' : 'when_empty_or_boarding'
  const problem: Problem = {
    travel: { duration, distance: duration },
    vehicles: [vehicle],
    requests,
    objective,
    waiting,
  }
  const route = drawRoute(random, problem, vehicle)
  const committed = route.visits.slice(0, random.next() < 0.3 ? random.below(3) : 0)
  const request = draw(requests.length)
  const held: Problem = { ...problem, vehicles: [{ ...vehicle, committed }], requests: [...requests, request] }
  return { problem: held, route, request }
}

function drawPoint(random: Random, places: number): ServicePoint {
  const earliest = random.below(300)
  const width = random.next() < 0.2 ? 1000 : 5 + random.below(120)
  return { location: random.below(places), window: { earliest, latest: earliest + width }, service: random.below(8) }
}

function drawRequest(random: Random, id: number, places: number): Request {
  const pickup = drawPoint(random, places)
  const delivery = drawPoint(random, places)
  const later = pickup.window.earliest + random.below(80)
  if (random.next() < 0.8) delivery.window = { earliest: later, latest: later + 20 + random.below(150) }
  if (random.next() < 0.4) delivery.window = { earliest: 0, latest: 2000 }
  const wheelchair = random.next() < 0.25
  const load = wheelchair ? { seats: random.below(2), wheelchairs: 1 } : { seats: 1 + random.below(2), wheelchairs: 0 }
  const maxRideTime = random.next() < 0.2 ? Infinity : 30 + random.below(120)
  return { id, pickup, delivery, load, maxRideTime, walk: 0 }
}

function drawVehicle(random: Random, places: number, onBoard: number[]): Vehicle {
  const fixed: FixedVisit[] = []
  if (random.next() < 0.25) fixed.push({ ...drawPoint(random, places), id: 100, kind: 'break', service: 20 })
  if (random.next() < 0.25) {
    for (const id of [101, 102]) {
      const earliest = 60 * (id - 100) + random.below(60)
      const window = { earliest, latest: earliest + random.below(60) }
      fixed.push({ location: random.below(places), window, service: 5, id, kind: 'route_stop', sequence: 1 })
    }
  }
  return {
    id: 1,
    start: { location: random.below(places), time: random.below(60) },
    end: { location: random.next() < 0.4 ? null : random.below(places), time: 250 + random.below(400) },
    capacity: { seats: 2 + random.below(4), wheelchairs: random.below(3), seatsPerWheelchair: random.below(3) },
    maxDuration: random.next() < 0.5 ? Infinity : 200 + random.below(300),
    onBoard,
    committed: [],
    fixed,
  }
}

/** A feasible route by trying random positions; requests that do not fit are left out, also of those on board. */
function drawRoute(random: Random, problem: Problem, vehicle: Vehicle): Route {
  const feasible = (visits: Visit[]) => {
    const served = new Set(visits.flatMap((visit) => (visit.kind === 'fixed' ? [] : [visit.request])))
    const unserved = problem.requests.filter(({ id }) => !served.has(id)).map(({ id }) => id)
    return check(problem, { routes: [{ vehicle: vehicle.id, visits }], unserved }).length === 0
  }
  let visits = openingVisits(vehicle)
  if (!feasible(visits)) {
    Object.assign(vehicle, { onBoard: [], fixed: [] })
    for (const request of problem.requests) delete request.onBoardSince
    visits = []
  }
  for (const request of problem.requests) {
    if (vehicle.onBoard.includes(request.id)) continue
    for (let attempt = 0; attempt < 6; attempt++) {
      const i = random.below(visits.length + 1)
      const candidate = withRequest(visits, request.id, i, i + random.below(Math.min(3, visits.length - i + 1)))
      if (!feasible(candidate)) continue
      visits = candidate
      break
    }
  }
  return { vehicle: vehicle.id, visits }
}
