import type { Refusal } from '../problem.ts'
import { emptyLine, type Line } from '../schedule/line.ts'
import { relax } from '../schedule/relax.ts'
import { EPSILON_S, forward } from '../schedule/settle.ts'
import { writeCandidate } from './candidate.ts'
import type { PlannedRoute } from './plan.ts'
import { fits, type Scan } from './scan.ts'

/**
 * Why a vehicle without a feasible insertion cannot take the request: the first limit that rules it out for good, and
 * otherwise what stops the pair of positions that comes nearest to being feasible.
 */
export function refuse(scan: Scan, planned: PlannedRoute): Refusal {
  return refuseAlways(scan, planned) ?? refuseBoarding(scan, planned) ?? refuseNearest(scan, planned)
}

/** Limits that would apply even if the vehicle had nothing else to do. */
function refuseAlways(scan: Scan, planned: PlannedRoute): Refusal | null {
  const { request, problem } = scan
  const { vehicle } = planned
  const { id, capacity, start, end } = vehicle
  const { pickup, delivery, load } = request
  const allowed = request.onBoardSince === undefined && (request.vehicles?.includes(id) ?? true)
  if (!allowed) return { vehicle: id, reason: 'not_allowed' }
  if (load.wheelchairs > capacity.wheelchairs) {
    return { vehicle: id, reason: 'too_small', kind: 'wheelchairs', has: capacity.wheelchairs }
  }
  if (load.seats + load.wheelchairs * capacity.seatsPerWheelchair > capacity.seats) {
    return { vehicle: id, reason: 'too_small', kind: 'seats', has: capacity.seats }
  }
  const direct = problem.travel.duration(pickup.location, delivery.location)
  const approach = problem.travel.duration(start.location, pickup.location)
  if (direct === Infinity || approach === Infinity) return { vehicle: id, reason: 'unreachable' }
  if (direct > request.maxRideTime + EPSILON_S) return { vehicle: id, reason: 'ride_time', shortest: direct }
  const picked = Math.max(start.time + approach, pickup.window.earliest)
  const delivered = Math.max(picked + pickup.service + direct, delivery.window.earliest)
  const home = end.location === null ? 0 : problem.travel.duration(delivery.location, end.location)
  const misses = picked > pickup.window.latest + EPSILON_S && start.time > pickup.window.earliest
  if (misses || delivered + delivery.service + home > end.time + EPSILON_S) {
    const earliestPickup = delivered + delivery.service + home > end.time + EPSILON_S ? null : picked
    return { vehicle: id, reason: 'shift', endsAt: end.time, startsAt: start.time, earliestPickup }
  }
  return null
}

/** No stop from which the pickup is reached in time, or none with room left. */
function refuseBoarding(scan: Scan, planned: PlannedRoute): Refusal | null {
  const { request, problem } = scan
  const { line, first, vehicle, open } = planned
  const { pickup } = request
  let earliest = Infinity
  let full = -1
  let room = false
  for (let i = open; i <= line.size - 2; i++) {
    const reached = first[i] + line.service[i] + problem.travel.duration(line.place[i], pickup.location)
    earliest = Math.min(earliest, Math.max(reached, pickup.window.earliest))
    if (reached > pickup.window.latest + EPSILON_S) continue
    if (fits(planned, request, i)) room = true
    else full = i
  }
  if (earliest > pickup.window.latest + EPSILON_S) {
    return { vehicle: vehicle.id, reason: 'pickup_window', earliestPossible: earliest }
  }
  return room || full < 0 ? null : refuseFull(scan, planned, full)
}

/** The time around a stop during which the vehicle has no room for the request. */
function refuseFull(scan: Scan, planned: PlannedRoute, at: number): Refusal {
  const { line, begin, vehicle } = planned
  let from = at
  let until = at
  while (from > 0 && !fits(planned, scan.request, from - 1)) from--
  while (until < line.size - 1 && !fits(planned, scan.request, until)) until++
  const wheelchairs = line.wheelchairs[at] + scan.request.load.wheelchairs > vehicle.capacity.wheelchairs
  return {
    vehicle: vehicle.id,
    reason: 'capacity',
    kind: wheelchairs ? 'wheelchairs' : 'seats',
    from: begin[from],
    until: begin[until] + line.service[until],
  }
}

type Breach = { i: number; j: number; excess: number; refusal: Refusal }
type Tried = { out: Line; before: Line; nearest: Breach | null }

/** The pair that would break its limits by the fewest seconds, and the limit that it breaks most. */
function refuseNearest(scan: Scan, planned: PlannedRoute): Refusal {
  const { request } = scan
  const { line, open, vehicle } = planned
  const tried: Tried = { out: emptyLine(line.size + 2), before: emptyLine(line.size + 2), nearest: null }
  const positions: { i: number; least: number; boarded: number }[] = []
  for (let i = open; i <= line.size - 2; i++) {
    if (!fits(planned, request, i)) continue
    const boarding = leastBoarding(scan, planned, i)
    if (boarding) positions.push({ i, ...boarding })
  }
  // A route of a fixed line has hundreds of positions: those that promise most come first and rule the others out.
  positions.sort((a, b) => a.least - b.least || a.i - b.i)
  for (const { i, least, boarded } of positions) {
    if (tried.nearest && least > tried.nearest.excess) break
    tryDeliveries(scan, planned, tried, i, boarded)
  }
  return tried.nearest?.refusal ?? firstFull(scan, planned) ?? { vehicle: vehicle.id, reason: 'unreachable' }
}

/**
 * By how many seconds boarding after the stop at `i` breaks some limit at least, by windows and drives alone, and the
 * earliest end of the boarding. Null where no way leads there.
 */
function leastBoarding(
  { request, problem }: Scan,
  { line, first, loose }: PlannedRoute,
  i: number,
): { least: number; boarded: number } | null {
  const { pickup } = request
  const reached = first[i] + line.service[i] + problem.travel.duration(line.place[i], pickup.location)
  if (reached === Infinity) return null
  const picked = Math.max(reached, pickup.window.earliest)
  const boarded = picked + pickup.service
  return { least: Math.max(0, picked - pickup.window.latest, boarded - loose[i + 1]), boarded }
}

/** Every place of the delivery for one place of the pickup, as long as it can be nearer than what was found. */
function tryDeliveries(scan: Scan, planned: PlannedRoute, tried: Tried, i: number, boarded: number): void {
  const { request, problem } = scan
  const { travel } = problem
  const { line, loose } = planned
  const last = line.size - 2
  let here = request.pickup.location
  let leaves = boarded
  let driven = 0
  for (let j = i; j <= last; j++) {
    if (j > i) {
      if (line.empty[j] === 1 || !fits(planned, request, j)) return
      const leg = j === i + 1 ? travel.duration(here, line.place[j]) : line.leg[j]
      const begins = Math.max(leaves + leg, line.earliest[j])
      driven += leg + line.service[j]
      if (isBeyond(tried, Math.max(begins - loose[j], driven - request.maxRideTime))) return
      leaves = begins + line.service[j]
      here = line.place[j]
    }
    const way = travel.duration(here, request.delivery.location)
    const late = leaves + way - request.delivery.window.latest
    if (isBeyond(tried, Math.max(late, driven + way - request.maxRideTime))) continue
    tryPair(scan, planned, tried, i, j)
  }
}

function isBeyond({ nearest }: Tried, least: number): boolean {
  return least === Infinity || (nearest !== null && least > nearest.excess)
}

function tryPair({ request, problem }: Scan, planned: PlannedRoute, tried: Tried, i: number, j: number): void {
  const { out, before, nearest } = tried
  writeCandidate(out, planned, problem.travel, request, i, j, problem.waiting !== 'anywhere')
  copyLimits(before, out)
  if (!relax(out)) return
  const broken = worstBreach(planned, before, out, i, j)
  if (!broken) return
  // Among equals the first pair of the route, in any order of looking at them.
  const isEarlier = nearest && (i < nearest.i || (i === nearest.i && j < nearest.j))
  if (!nearest || broken.excess < nearest.excess || (broken.excess === nearest.excess && isEarlier)) {
    tried.nearest = { i, j, ...broken }
  }
}

/** The first time on the route during which there is no room between a pickup and a delivery. */
function firstFull(scan: Scan, planned: PlannedRoute): Refusal | null {
  const { line, open } = planned
  for (let i = open; i <= line.size - 2; i++) {
    if (!fits(planned, scan.request, i)) continue
    for (let j = i + 1; j <= line.size - 2; j++) {
      if (line.empty[j] === 1 || !fits(planned, scan.request, j)) return refuseFull(scan, planned, j)
    }
  }
  return null
}

function copyLimits(to: Line, from: Line): void {
  to.size = from.size
  to.latest.set(from.latest)
  to.ride.set(from.ride)
  to.prompt.set(from.prompt)
  to.maxDuration = from.maxDuration
}

/** What had to be widened to schedule the candidate: all of it in seconds, and the widest as a refusal. */
function worstBreach(
  planned: PlannedRoute,
  before: Line,
  after: Line,
  i: number,
  j: number,
): { excess: number; refusal: Refusal } | null {
  const { id, start, end } = planned.vehicle
  const begin = new Float64Array(after.size)
  forward(after, begin)
  let excess = 0
  let most = 0
  let refusal: Refusal | null = null
  const note = (by: number, name: (by: number) => Refusal) => {
    if (!(by > EPSILON_S)) return
    excess += by
    if (by <= most) return
    most = by
    refusal = name(by)
  }
  const window = (at: number) => (late: number) => {
    if (at === i + 1) return { vehicle: id, reason: 'pickup_window', earliestPossible: begin[at] } satisfies Refusal
    if (at === j + 2) return { vehicle: id, reason: 'delivery_window', earliestPossible: begin[at] } satisfies Refusal
    return othersBreach(planned, at, i, j, late)
  }
  for (let at = 1; at < after.size - 1; at++) {
    note(after.latest[at] - before.latest[at], window(at))
    if (before.ride[at] < Infinity) {
      note(after.ride[at] - before.ride[at], (late) =>
        at === j + 2
          ? { vehicle: id, reason: 'ride_time', shortest: after.ride[at] }
          : othersBreach(planned, at, i, j, late),
      )
    }
    const reached = begin[at - 1] + after.service[at - 1] + after.leg[at]
    if (before.prompt[at] === 1 && after.prompt[at] === 0) note(begin[at] - reached, window(at))
  }
  const shift = (): Refusal => ({
    vehicle: id,
    reason: 'shift',
    endsAt: end.time,
    startsAt: start.time,
    earliestPickup: null,
  })
  note(after.latest[after.size - 1] - before.latest[after.size - 1], shift)
  note(after.maxDuration - before.maxDuration, shift)
  return refusal ? { excess, refusal } : null
}

/** The visit at a position of the candidate, which is neither end of the new request. */
function othersBreach(planned: PlannedRoute, at: number, i: number, j: number, late: number): Refusal {
  const vehicle = planned.vehicle.id
  const index = at - (at > i + 1 ? 1 : 0) - (at > j + 2 ? 1 : 0) - 1
  const visit = planned.route.visits[index]
  if (visit.kind === 'fixed') return { vehicle, reason: 'fixed_visit', id: visit.id, late }
  return { vehicle, reason: 'promise', request: visit.request, late }
}
