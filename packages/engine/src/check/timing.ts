import type { FixedVisit, Problem, Request, Route, ServicePoint, Vehicle, Violation } from '../problem.ts'

/** Times are compared to this many seconds: ten times what the search allows itself. */
const TOLERANCE_S = 1e-5

/** Stop `after` begins no sooner than `gap` seconds after stop `before`; a negative gap limits how much sooner. */
type Limit = { before: number; after: number; gap: number }

type Stop = { point: ServicePoint; kind: 'end' | 'pickup' | 'delivery' | 'fixed'; request?: Request }

/**
 * Whether a route has a schedule, and what prevents it. Times are the longest paths in the graph of all limits
 * (Bellman-Ford, round by round); to say what is wrong, the kinds of limit are added one after the other, and the
 * first that leaves no schedule is named.
 */
export function findTiming(problem: Problem, vehicle: Vehicle, route: Route): Violation[] {
  const stops = stopsOf(problem, vehicle, route)
  const drives = drivesOf(problem, vehicle, stops)
  const missing = drives.findIndex((drive) => !(drive.gap < Infinity))
  if (missing >= 0) return [{ rule: 'unreachable', vehicle: vehicle.id, detail: `no way to visit ${missing + 1}` }]

  const late = lateStops(vehicle, stops, drives)
  if (late.length > 0) return late

  const rides = ridesOf(stops)
  const broken = rides.filter((ride) => !solvable(stops, [...drives, ride.limit]))
  if (broken.length > 0) return broken.map((ride) => rideViolation(vehicle, ride, stops, drives))
  const upToRides = [...drives, ...rides.map((ride) => ride.limit)]
  if (!solvable(stops, upToRides)) {
    return [{ rule: 'ride_time', vehicle: vehicle.id, detail: 'the longest rides cannot be kept together' }]
  }
  const last = stops.length - 1
  const upToDuration = [...upToRides, { before: last, after: 0, gap: -vehicle.maxDuration }]
  if (vehicle.maxDuration < Infinity && !solvable(stops, upToDuration)) {
    return [{ rule: 'route_duration', vehicle: vehicle.id, detail: `longer than ${vehicle.maxDuration} s` }]
  }
  const limits = vehicle.maxDuration < Infinity ? upToDuration : upToRides
  if (problem.waiting !== 'anywhere' && !solvable(stops, [...limits, ...promptness(vehicle, stops, drives)])) {
    return [{ rule: 'waiting_loaded', vehicle: vehicle.id, detail: 'passengers have to wait on board' }]
  }
  return []
}

function stopsOf(problem: Problem, vehicle: Vehicle, route: Route): Stop[] {
  const shift = { earliest: vehicle.start.time, latest: vehicle.end.time }
  const held = vehicle.onBoard.length > 0 && problem.waiting !== 'anywhere'
  const departure = held ? { earliest: vehicle.start.time, latest: vehicle.start.time } : shift
  const stops: Stop[] = [{ kind: 'end', point: { location: vehicle.start.location, window: departure, service: 0 } }]
  for (const visit of route.visits) {
    if (visit.kind === 'fixed') {
      const fixed: FixedVisit | undefined = vehicle.fixed.find((each) => each.id === visit.id)
      if (fixed) stops.push({ kind: 'fixed', point: fixed })
    } else {
      const request = problem.requests.find((each) => each.id === visit.request)
      if (request) stops.push({ kind: visit.kind, point: pointOf(request, visit.kind), request })
    }
  }
  const location = vehicle.end.location ?? stops[stops.length - 1].point.location
  stops.push({ kind: 'end', point: { location, window: shift, service: 0 } })
  return stops
}

/** A passenger already riding has to arrive before the window closes and before the maximum ride time is over. */
function pointOf(request: Request, kind: 'pickup' | 'delivery'): ServicePoint {
  const point = request[kind]
  if (kind === 'pickup' || request.onBoardSince === undefined) return point
  const latest = Math.min(point.window.latest, request.onBoardSince + request.maxRideTime)
  return { ...point, window: { earliest: point.window.earliest, latest } }
}

function drivesOf(problem: Problem, vehicle: Vehicle, stops: readonly Stop[]): Limit[] {
  return stops.slice(1).map((stop, index) => {
    const from = stops[index].point
    const parks = vehicle.end.location === null && index === stops.length - 2
    const drive = parks ? 0 : problem.travel.duration(from.location, stop.point.location)
    return { before: index, after: index + 1, gap: from.service + drive }
  })
}

function lateStops(vehicle: Vehicle, stops: readonly Stop[], drives: readonly Limit[]): Violation[] {
  const violations: Violation[] = []
  let time = stops[0].point.window.earliest
  stops.forEach((stop, index) => {
    if (index > 0) time = Math.max(stop.point.window.earliest, time + drives[index - 1].gap)
    const amount = time - stop.point.window.latest
    const request = stop.request?.id
    if (amount > TOLERANCE_S) {
      const rides =
        stop.kind === 'delivery' && stop.request && time <= stop.request.delivery.window.latest + TOLERANCE_S
      const rule = stop.kind === 'end' ? 'shift' : rides ? 'ride_time' : 'time_window'
      violations.push({
        rule,
        vehicle: vehicle.id,
        request,
        amount,
        detail: `${stop.kind} ${amount.toFixed(1)} s late`,
      })
    }
  })
  return violations
}

type Ride = { pickup: number; delivery: number; request: Request; limit: Limit }

function ridesOf(stops: readonly Stop[]): Ride[] {
  return stops.flatMap((stop, delivery) => {
    if (stop.kind !== 'delivery' || !stop.request) return []
    const { request } = stop
    const pickup = stops.findIndex((other) => other.kind === 'pickup' && other.request === request)
    if (pickup < 0) return []
    const limit = { before: delivery, after: pickup, gap: -(request.maxRideTime + request.pickup.service) }
    return [{ pickup, delivery, request, limit }]
  })
}

function rideViolation(vehicle: Vehicle, ride: Ride, stops: readonly Stop[], drives: readonly Limit[]): Violation {
  // The shortest ride of this one alone: board as late as the windows allow before the earliest possible arrival.
  const { pickup, delivery, request } = ride
  let latest = stops[stops.length - 1].point.window.latest
  for (let at = stops.length - 2; at >= pickup; at--) {
    latest = Math.min(stops[at].point.window.latest, latest - drives[at].gap)
  }
  let arrives = latest
  for (let at = pickup + 1; at <= delivery; at++) {
    arrives = Math.max(stops[at].point.window.earliest, arrives + drives[at - 1].gap)
  }
  const amount = arrives - latest - request.pickup.service - request.maxRideTime
  const detail = `rides at least ${amount.toFixed(1)} s too long`
  return { rule: 'ride_time', vehicle: vehicle.id, request: request.id, amount, detail }
}

/** With passengers on board, service begins on arrival wherever no passenger boards. (The departure: see {@link stopsOf}.) */
function promptness(vehicle: Vehicle, stops: readonly Stop[], drives: readonly Limit[]): Limit[] {
  const limits: Limit[] = []
  let onBoard = vehicle.onBoard.length
  stops.forEach((stop, index) => {
    if (index > 0 && onBoard > 0 && stop.kind === 'delivery') {
      limits.push({ before: index, after: index - 1, gap: -drives[index - 1].gap })
    }
    if (stop.kind === 'pickup') onBoard++
    if (stop.kind === 'delivery') onBoard--
  })
  return limits
}

/**
 * Bellman-Ford: raise every stop to what each limit asks, round by round. A system that can be satisfied is so after
 * as many rounds as it has stops.
 */
function solvable(stops: readonly Stop[], limits: readonly Limit[]): boolean {
  const times = stops.map((stop) => stop.point.window.earliest)
  for (let round = 0; round <= stops.length + 1; round++) {
    let changed = false
    for (const { before, after, gap } of limits) {
      if (times[before] + gap <= times[after] + TOLERANCE_S) continue
      times[after] = times[before] + gap
      changed = true
    }
    if (times.some((time, index) => time > stops[index].point.window.latest + TOLERANCE_S)) return false
    if (!changed) return true
  }
  return false
}
