import type { Request, Travel } from '../problem.ts'
import type { Line } from '../schedule/line.ts'
import type { PlannedRoute } from './plan.ts'

/**
 * Writes into `out` the planned line with a request's pickup after the stop at `i` and its delivery after the stop at
 * `j` (positions before the insertion, i <= j). The pickup then stands at i + 1 and the delivery at j + 2.
 */
export function writeCandidate(
  out: Line,
  planned: PlannedRoute,
  travel: Travel,
  request: Request,
  i: number,
  j: number,
  promptDelivery: boolean,
): void {
  const { line } = planned
  out.size = line.size + 2
  out.maxDuration = line.maxDuration
  copyStops(out, line, 0, i, 0, i, j)
  copyStops(out, line, i + 1, j, 1, i, j)
  copyStops(out, line, j + 1, line.size - 1, 2, i, j)
  putEnd(out, i + 1, request, true)
  putEnd(out, j + 2, request, false)
  out.partner[i + 1] = j + 2
  out.partner[j + 2] = i + 1
  out.ride[j + 2] = request.maxRideTime
  out.prompt[j + 2] = promptDelivery ? 1 : 0
  carry(out, request, i + 1, j + 1, line.seats[i], line.wheelchairs[i])
  out.seats[j + 2] = line.seats[j]
  out.wheelchairs[j + 2] = line.wheelchairs[j]
  putLeg(out, travel, i + 1)
  putLeg(out, travel, i + 2)
  if (j > i) putLeg(out, travel, j + 2)
  const openEnd = planned.vehicle.end.location === null && j === line.size - 2
  if (openEnd) {
    out.place[j + 3] = out.place[j + 2]
    out.leg[j + 3] = 0
    out.metres[j + 3] = 0
  } else putLeg(out, travel, j + 3)
}

/** Copies stops from..to of a line, moved by `by`; their partners move with them. */
function copyStops(out: Line, line: Line, from: number, to: number, by: number, i: number, j: number): void {
  for (let k = from; k <= to; k++) {
    const at = k + by
    out.place[at] = line.place[k]
    out.leg[at] = line.leg[k]
    out.metres[at] = line.metres[k]
    out.earliest[at] = line.earliest[k]
    out.latest[at] = line.latest[k]
    out.service[at] = line.service[k]
    out.ride[at] = line.ride[k]
    out.prompt[at] = line.prompt[k]
    out.empty[at] = line.empty[k]
    out.movable[at] = line.movable[k]
    out.seats[at] = line.seats[k]
    out.wheelchairs[at] = line.wheelchairs[k]
    out.due[at] = line.due[k]
    out.since[at] = line.since[k]
    const partner = line.partner[k]
    out.partner[at] = partner > j ? partner + 2 : partner > i ? partner + 1 : partner
  }
}

function putEnd(out: Line, at: number, request: Request, pickup: boolean): void {
  const point = pickup ? request.pickup : request.delivery
  out.place[at] = point.location
  out.earliest[at] = point.window.earliest
  out.latest[at] = point.window.latest
  out.service[at] = point.service
  out.due[at] = point.due === undefined ? point.window.latest : Math.min(point.due, point.window.latest)
  out.since[at] = NaN
  out.ride[at] = Infinity
  out.prompt[at] = 0
  out.empty[at] = 0
  out.movable[at] = pickup ? 1 : 0
}

/** Puts the request on board from the pickup at `from` until the stop at `to`, the last before its delivery. */
function carry(out: Line, request: Request, from: number, to: number, seats: number, wheelchairs: number): void {
  out.seats[from] = seats + request.load.seats
  out.wheelchairs[from] = wheelchairs + request.load.wheelchairs
  for (let at = from + 1; at <= to; at++) {
    out.seats[at] += request.load.seats
    out.wheelchairs[at] += request.load.wheelchairs
  }
}

function putLeg(out: Line, travel: Travel, at: number): void {
  out.leg[at] = travel.duration(out.place[at - 1], out.place[at])
  out.metres[at] = travel.distance(out.place[at - 1], out.place[at])
}
