import type { Problem, ServicePoint, Solution, Vehicle } from '../problem.ts'
import { type Plan, preparePlan } from '../insert/plan.ts'

/**
 * A problem as the search reads it: everything in typed arrays over nodes. Nodes are numbered pickups 0..R-1,
 * deliveries R..2R-1, then fixed visits, then each vehicle's start and end.
 */
export type Model = {
  problem: Problem
  /** counts of requests, vehicles, nodes */
  R: number
  K: number
  N: number
  earliest: Float64Array
  latest: Float64Array
  service: Float64Array
  /** lateness counts from here, waiting from `opens`: the problem's own windows, before they were tightened */
  due: Float64Array
  opens: Float64Array
  /** driving time by [from * N + to] and, for locality, by [to * N + from] */
  drive: Float64Array
  driveInto: Float64Array
  /** the part of the objective that a drive costs in any tour; the same arrays when it is the time */
  cost: Float64Array
  costInto: Float64Array
  /** whether a route's cost needs its schedule, not only its drives */
  timed: boolean
  /** whether what a detour costs is less than all it costs: a bound on the growth even where the schedule counts */
  bounded: boolean
  /** whether deliveries begin on arrival: vehicles wait only when empty or where passengers board */
  prompt: boolean
  /** 1 at deliveries that reality forces to wait on board */
  mayWait: Uint8Array
  /** 1 at breaks, which no passenger spends on board */
  rest: Uint8Array
  /** by request: longest ride (Infinity for those on board), load, time on board since, price of walking */
  ride: Float64Array
  seats: Float64Array
  wheelchairs: Float64Array
  since: Float64Array
  /** how much of a request the search may move */
  freedom: Uint8Array
  /** the vehicle of requests that are not free to change it; -1 */
  home: Int32Array
  /** 1 where a vehicle may serve a request, by [request * K + vehicle] */
  allowed: Uint8Array
  vehicles: readonly Vehicle[]
  /** vehicles that are alike in everything share a number */
  kindOf: Int32Array
  maxDuration: Float64Array
  nodeOfFixed: ReadonlyMap<string, number>
  indexOfRequest: ReadonlyMap<number, number>
}

export const LOCKED = 0
/** The pickup is history or committed: only the delivery moves, within its vehicle. */
export const DELIVERY_ONLY = 1
export const FREE = 2

export const startOf = (model: Model, vehicle: number): number => model.N - 2 * model.K + 2 * vehicle
export const endOf = (model: Model, vehicle: number): number => startOf(model, vehicle) + 1

/**
 * Builds the model. Limits that the start solution already breaks are widened to what it needs (see `relax`): the
 * search then starts from something feasible and may repair what is late, and never makes it later. Tightening assumes
 * that no detour is shorter than the direct drive; where that cost the start solution its schedule, do without.
 */
export function buildModel(problem: Problem, start: Solution, tightened: boolean): Model {
  const { requests, vehicles } = problem
  const R = requests.length
  const K = vehicles.length
  const nodeOfFixed = new Map<string, number>()
  for (const vehicle of vehicles) {
    for (const fixed of vehicle.fixed) nodeOfFixed.set(`${vehicle.id} ${fixed.id}`, 2 * R + nodeOfFixed.size)
  }
  const N = 2 * R + nodeOfFixed.size + 2 * K
  const numbers = () => new Float64Array(N)
  const model: Model = {
    problem,
    R,
    K,
    N,
    earliest: numbers(),
    latest: numbers(),
    service: numbers(),
    due: numbers(),
    opens: numbers(),
    ...buildDrives(problem, N),
    timed: weighsTime(problem) || softens(problem) || problem.waiting !== 'anywhere',
    bounded: !weighsTime(problem),
    prompt: problem.waiting !== 'anywhere',
    mayWait: new Uint8Array(N),
    rest: new Uint8Array(N),
    ride: Float64Array.from(requests, (request) =>
      request.onBoardSince === undefined ? request.maxRideTime : Infinity,
    ),
    seats: Float64Array.from(requests, (request) => request.load.seats),
    wheelchairs: Float64Array.from(requests, (request) => request.load.wheelchairs),
    since: Float64Array.from(requests, (request) => request.onBoardSince ?? NaN),
    freedom: new Uint8Array(R).fill(FREE),
    home: new Int32Array(R).fill(-1),
    allowed: new Uint8Array(R * K),
    vehicles,
    kindOf: kindsOf(vehicles),
    maxDuration: Float64Array.from(vehicles, (vehicle) => vehicle.maxDuration),
    nodeOfFixed,
    indexOfRequest: new Map(requests.map((request, index) => [request.id, index])),
  }
  fillWindows(model)
  fillFreedom(model)
  widen(model, preparePlan(problem, start))
  if (tightened) tighten(model)
  return model
}

/** Every node's place, in the order of the nodes. The end of a route that ends anywhere has none. */
function placesOf(problem: Problem): (number | null)[] {
  return [
    ...problem.requests.map((request) => request.pickup.location),
    ...problem.requests.map((request) => request.delivery.location),
    ...problem.vehicles.flatMap((vehicle) => vehicle.fixed.map((fixed) => fixed.location)),
    ...problem.vehicles.flatMap((vehicle) => [vehicle.start.location, vehicle.end.location]),
  ]
}

function buildDrives(problem: Problem, N: number): Pick<Model, 'drive' | 'driveInto' | 'cost' | 'costInto'> {
  const { travel, objective } = problem
  const places = placesOf(problem)
  const drive = new Float64Array(N * N)
  const cost = new Float64Array(N * N)
  let same = true
  places.forEach((from, i) => {
    places.forEach((to, j) => {
      if (from === null || to === null) return
      const time = travel.duration(from, to)
      const weighted = objective.driveTime === 0 ? 0 : objective.driveTime * time
      const price = weighted + (objective.distance === 0 ? 0 : objective.distance * travel.distance(from, to))
      drive[i * N + j] = time
      cost[i * N + j] = price
      if (price !== time) same = false
    })
  })
  const driveInto = transpose(drive, N)
  return same
    ? { drive, driveInto, cost: drive, costInto: driveInto }
    : { drive, driveInto, cost, costInto: transpose(cost, N) }
}

/** The matrix with rows and columns changed; itself when that changes nothing, as less memory is faster memory. */
function transpose(matrix: Float64Array, N: number): Float64Array {
  const turned = new Float64Array(N * N)
  for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) turned[j * N + i] = matrix[i * N + j]
  return turned.every((value, at) => value === matrix[at]) ? matrix : turned
}

function weighsTime({ objective }: Problem): boolean {
  return objective.vehicleTime !== 0 || objective.rideTime !== 0 || objective.waitTime !== 0
}

/** Whether some promise ends before its window does, so that lateness has a price. */
function softens({ requests, vehicles, objective }: Problem): boolean {
  const points = [
    ...requests.flatMap(({ pickup, delivery }) => [pickup, delivery]),
    ...vehicles.flatMap(({ fixed }) => fixed),
  ]
  return objective.lateness !== 0 && points.some((point) => point.due !== undefined && point.due < point.window.latest)
}

function kindsOf(vehicles: readonly Vehicle[]): Int32Array {
  const kinds = new Map<string, number>()
  return Int32Array.from(vehicles, (vehicle) => {
    const { id, ...rest } = vehicle
    const plain = vehicle.onBoard.length + vehicle.committed.length + vehicle.fixed.length === 0
    const key = plain ? JSON.stringify(rest) : `alone ${id}`
    const kind = kinds.get(key) ?? kinds.size
    kinds.set(key, kind)
    return kind
  })
}

function fillWindows(model: Model): void {
  const { problem, R, nodeOfFixed } = model
  const put = (node: number, point: ServicePoint) => {
    model.earliest[node] = point.window.earliest
    model.opens[node] = point.window.earliest
    model.latest[node] = point.window.latest
    model.service[node] = point.service
    model.due[node] = Math.min(point.due ?? Infinity, point.window.latest)
  }
  problem.requests.forEach((request, index) => {
    put(index, request.pickup)
    put(R + index, request.delivery)
    const limit = (request.onBoardSince ?? Infinity) + request.maxRideTime
    model.latest[R + index] = Math.min(model.latest[R + index], limit)
  })
  problem.vehicles.forEach((vehicle, index) => {
    for (const fixed of vehicle.fixed) {
      const node = nodeOfFixed.get(`${vehicle.id} ${fixed.id}`)!
      put(node, fixed)
      model.rest[node] = fixed.kind === 'break' ? 1 : 0
    }
    const held = vehicle.onBoard.length > 0 && model.prompt
    for (const node of [startOf(model, index), endOf(model, index)]) {
      model.earliest[node] = vehicle.start.time
      model.latest[node] = vehicle.end.time
      model.due[node] = vehicle.end.time
    }
    if (held) model.latest[startOf(model, index)] = vehicle.start.time
  })
}

function fillFreedom(model: Model): void {
  const { problem, R, K, allowed, freedom, home, indexOfRequest } = model
  const position = new Map(problem.vehicles.map((vehicle, index) => [vehicle.id, index]))
  problem.requests.forEach((request, index) => {
    if (!request.vehicles) allowed.fill(1, index * K, (index + 1) * K)
    for (const id of request.vehicles ?? []) {
      const vehicle = position.get(id)
      if (vehicle !== undefined) allowed[index * K + vehicle] = 1
    }
  })
  problem.vehicles.forEach((vehicle, k) => {
    const bind = (id: number, how: number) => {
      const index = indexOfRequest.get(id)
      if (index === undefined) return
      home[index] = k
      freedom[index] = Math.min(freedom[index], how)
    }
    for (const id of vehicle.onBoard) bind(id, DELIVERY_ONLY)
    for (const visit of vehicle.committed) {
      if (visit.kind === 'pickup') bind(visit.request, DELIVERY_ONLY)
      if (visit.kind === 'delivery') bind(visit.request, LOCKED)
    }
  })
  for (let r = 0; r < R; r++) if (home[r] >= 0) allowed.fill(0, r * K, (r + 1) * K)
}

function widen(model: Model, plan: Plan): void {
  const { R, indexOfRequest, nodeOfFixed } = model
  plan.routes.forEach(({ vehicle, route, line }, k) => {
    route.visits.forEach((visit, index) => {
      const at = index + 1
      const request = visit.kind === 'fixed' ? undefined : indexOfRequest.get(visit.request)
      const fixed = visit.kind === 'fixed' ? nodeOfFixed.get(`${vehicle.id} ${visit.id}`) : undefined
      const node = fixed ?? (visit.kind === 'delivery' ? R : 0) + (request ?? 0)
      if (line.latest[at] > model.latest[node]) model.latest[node] = line.latest[at]
      if (visit.kind !== 'delivery' || request === undefined) return
      if (line.prompt[at] === 0) model.mayWait[node] = 1
      if (line.ride[at] > model.ride[request]) model.ride[request] = line.ride[at]
    })
    model.maxDuration[k] = Math.max(model.maxDuration[k], line.maxDuration)
    const end = endOf(model, k)
    model.latest[end] = Math.max(model.latest[end], line.latest[line.size - 1])
  })
}

/** Windows narrowed by what pickup and delivery ask of each other (Dumas, Desrosiers & Soumis 1991). */
function tighten(model: Model): void {
  const { R, N, earliest, latest, service, ride, drive, freedom } = model
  for (let p = 0; p < R; p++) {
    if (freedom[p] !== FREE) continue
    const d = R + p
    const direct = drive[p * N + d]
    earliest[d] = Math.max(earliest[d], earliest[p] + service[p] + direct)
    latest[d] = Math.min(latest[d], latest[p] + service[p] + ride[p])
    earliest[p] = Math.max(earliest[p], earliest[d] - ride[p] - service[p])
    latest[p] = Math.min(latest[p], latest[d] - direct - service[p])
    reachable(model, p)
  }
}

/** No pickup before some vehicle can be there, no delivery after the last one has to go home. */
function reachable(model: Model, p: number): void {
  const { R, K, N, earliest, latest, service, drive, allowed } = model
  const d = R + p
  let first = Infinity
  let last = -Infinity
  for (let k = 0; k < K; k++) {
    if (allowed[p * K + k] === 0) continue
    const start = startOf(model, k)
    const end = endOf(model, k)
    first = Math.min(first, earliest[start] + drive[start * N + p])
    last = Math.max(last, latest[end] - drive[d * N + end] - service[d])
  }
  if (first === Infinity || last === -Infinity) return
  earliest[p] = Math.max(earliest[p], first)
  latest[d] = Math.min(latest[d], last)
}
