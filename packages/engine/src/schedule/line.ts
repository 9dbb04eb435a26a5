import type { Problem, Route, ServicePoint, Vehicle, Visit } from '../problem.ts'
import { lookupOf } from './lookup.ts'

/**
 * One route laid out as arrays, one entry for each stop: 0 is the vehicle's start, 1..size-2 its visits, size-1 its
 * end. Everything that a schedule has to respect is here, so that the passes over it need no lookups.
 */
export type Line = {
  size: number
  place: Int32Array
  /** driving time and distance from the stop before */
  leg: Float64Array
  metres: Float64Array
  earliest: Float64Array
  latest: Float64Array
  service: Float64Array
  /** position of a delivery's pickup, of a pickup's delivery; -1 where there is none */
  partner: Int32Array
  /** longest ride, at the delivery; Infinity elsewhere */
  ride: Float64Array
  /** 1 where service begins on arrival: the vehicle may not wait with passengers on board */
  prompt: Uint8Array
  /** 1 at breaks, where no passenger may be on board */
  empty: Uint8Array
  /** 1 at pickups and at the start, which may begin later than needed when that spares riding time */
  movable: Uint8Array
  /** on board after the stop */
  seats: Float64Array
  wheelchairs: Float64Array
  /** pricing: lateness counts from here */
  due: Float64Array
  /** pricing: time since which the passenger delivered here has been riding, when the pickup is history */
  since: Float64Array
  /** longest time from start to end */
  maxDuration: number
}

export function emptyLine(capacity: number): Line {
  return {
    size: 0,
    place: new Int32Array(capacity),
    leg: new Float64Array(capacity),
    metres: new Float64Array(capacity),
    earliest: new Float64Array(capacity),
    latest: new Float64Array(capacity),
    service: new Float64Array(capacity),
    partner: new Int32Array(capacity),
    ride: new Float64Array(capacity),
    prompt: new Uint8Array(capacity),
    empty: new Uint8Array(capacity),
    movable: new Uint8Array(capacity),
    seats: new Float64Array(capacity),
    wheelchairs: new Float64Array(capacity),
    due: new Float64Array(capacity),
    since: new Float64Array(capacity),
    maxDuration: Infinity,
  }
}

/** Writes one stop, without limits on riding and without a price. */
function putPoint(line: Line, at: number, point: ServicePoint): void {
  line.place[at] = point.location
  line.earliest[at] = point.window.earliest
  line.latest[at] = point.window.latest
  line.service[at] = point.service
  line.due[at] = Math.min(point.due ?? Infinity, point.window.latest)
  clearRiding(line, at)
}

function clearRiding(line: Line, at: number): void {
  line.partner[at] = -1
  line.ride[at] = Infinity
  line.prompt[at] = 0
  line.empty[at] = 0
  line.movable[at] = 0
  line.since[at] = NaN
}

function putEnds(line: Line, problem: Problem, vehicle: Vehicle): void {
  const last = line.size - 1
  for (const at of [0, last]) {
    clearRiding(line, at)
    line.service[at] = 0
    line.earliest[at] = vehicle.start.time
    line.latest[at] = vehicle.end.time
    line.due[at] = vehicle.end.time
  }
  const held = vehicle.onBoard.length > 0 && problem.waiting !== 'anywhere'
  if (held) line.latest[0] = vehicle.start.time
  line.place[0] = vehicle.start.location
  line.place[last] = vehicle.end.location ?? line.place[last - 1]
  line.movable[0] = held ? 0 : 1
  line.maxDuration = vehicle.maxDuration
}

/** Fills in the drives between the stops. */
export function putLegs(line: Line, problem: Problem, openEnd: boolean): void {
  line.leg[0] = 0
  line.metres[0] = 0
  for (let at = 1; at < line.size; at++) {
    const arrivesNowhere = openEnd && at === line.size - 1
    line.leg[at] = arrivesNowhere ? 0 : problem.travel.duration(line.place[at - 1], line.place[at])
    line.metres[at] = arrivesNowhere ? 0 : problem.travel.distance(line.place[at - 1], line.place[at])
  }
}

/** A route laid out, or null where its visits are invalid: unknown, twice, a delivery before its pickup. */
export function layOut(problem: Problem, route: Route): Line | null {
  const vehicle = lookupOf(problem).vehicle(route.vehicle)
  if (!vehicle) return null
  const line = emptyLine(route.visits.length + 2)
  line.size = route.visits.length + 2
  const state: Boarding = { problem, vehicle, line, pickups: new Map(), onBoard: new Set(vehicle.onBoard) }
  let seats = 0
  let wheelchairs = 0
  for (const id of vehicle.onBoard) {
    const load = lookupOf(problem).request(id)?.load
    if (!load) return null
    seats += load.seats
    wheelchairs += load.wheelchairs
  }
  line.seats[0] = seats
  line.wheelchairs[0] = wheelchairs
  for (let at = 1; at < line.size - 1; at++) {
    const change = putVisit(state, at, route.visits[at - 1])
    if (change === null) return null
    seats += change.seats
    wheelchairs += change.wheelchairs
    line.seats[at] = seats
    line.wheelchairs[at] = wheelchairs
  }
  line.seats[line.size - 1] = seats
  line.wheelchairs[line.size - 1] = wheelchairs
  putEnds(line, problem, vehicle)
  putLegs(line, problem, vehicle.end.location === null)
  return line
}

/** Whether all passengers fit on the whole route; each wheelchair takes seats away. */
export function holdsAll(line: Line, vehicle: Vehicle): boolean {
  const { capacity } = vehicle
  for (let at = 1; at < line.size; at++) {
    if (line.wheelchairs[at] > capacity.wheelchairs) return false
    if (line.seats[at] + line.wheelchairs[at] * capacity.seatsPerWheelchair > capacity.seats) return false
  }
  return true
}

type Boarding = {
  problem: Problem
  vehicle: Vehicle
  line: Line
  /** where each request boarded */
  pickups: Map<number, number>
  onBoard: Set<number>
}

/** Writes one visit and returns the change of load, or null when the visit cannot take place here. */
function putVisit(state: Boarding, at: number, visit: Visit): { seats: number; wheelchairs: number } | null {
  const { problem, vehicle, line, pickups, onBoard } = state
  const waitsOnlyEmpty = problem.waiting !== 'anywhere'
  switch (visit.kind) {
    case 'fixed': {
      const fixed = lookupOf(problem).fixed(vehicle, visit.id)
      if (!fixed || (fixed.kind === 'break' && onBoard.size > 0)) return null
      putPoint(line, at, fixed)
      line.empty[at] = fixed.kind === 'break' ? 1 : 0
      return { seats: 0, wheelchairs: 0 }
    }
    case 'pickup': {
      const request = lookupOf(problem).request(visit.request)
      if (!request || onBoard.has(request.id) || pickups.has(request.id)) return null
      putPoint(line, at, request.pickup)
      line.movable[at] = 1
      pickups.set(request.id, at)
      onBoard.add(request.id)
      return request.load
    }
    case 'delivery': {
      const request = lookupOf(problem).request(visit.request)
      if (!request || !onBoard.delete(request.id)) return null
      putPoint(line, at, request.delivery)
      line.prompt[at] = waitsOnlyEmpty ? 1 : 0
      const pickup = pickups.get(request.id)
      if (pickup === undefined) {
        line.since[at] = request.onBoardSince ?? NaN
        const limit = (request.onBoardSince ?? Infinity) + request.maxRideTime
        line.latest[at] = Math.min(line.latest[at], limit)
      } else {
        line.partner[at] = pickup
        line.partner[pickup] = at
        line.ride[at] = request.maxRideTime
      }
      return { seats: -request.load.seats, wheelchairs: -request.load.wheelchairs }
    }
  }
}
