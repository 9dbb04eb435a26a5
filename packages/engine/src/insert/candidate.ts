import type { Request, ServicePoint, Travel } from '../problem.ts'
import type { Line } from '../schedule/line.ts'
import type { PlannedRoute } from './plan.ts'

/**
 * Writes into `out` what decides whether a planned line can be scheduled with a request's pickup after the stop at `i`
 * and its delivery after the stop at `j` (positions before the insertion, i <= j). The pickup then stands at i + 1 and
 * the delivery at j + 2. Loads and prices follow in {@link completeCandidate}, for the few that can.
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
  copyTimes(out, line, 0, i, 0, i, j)
  copyTimes(out, line, i + 1, j, 1, i, j)
  copyTimes(out, line, j + 1, line.size - 1, 2, i, j)
  putTimes(out, i + 1, request.pickup)
  putTimes(out, j + 2, request.delivery)
  out.partner[i + 1] = j + 2
  out.partner[j + 2] = i + 1
  out.ride[j + 2] = request.maxRideTime
  out.prompt[j + 2] = promptDelivery ? 1 : 0
  for (const at of [i + 1, i + 2]) out.leg[at] = travel.duration(out.place[at - 1], out.place[at])
  if (j > i) out.leg[j + 2] = travel.duration(out.place[j + 1], out.place[j + 2])
  if (endsWith(planned, j)) {
    out.place[j + 3] = out.place[j + 2]
    out.leg[j + 3] = 0
  } else out.leg[j + 3] = travel.duration(out.place[j + 2], out.place[j + 3])
}

/** Writes what a candidate's loads and price are made of, once it is known to have a schedule. */
export function completeCandidate(
  out: Line,
  planned: PlannedRoute,
  travel: Travel,
  request: Request,
  i: number,
  j: number,
): void {
  const { line } = planned
  copyRest(out, line, 0, i, 0)
  copyRest(out, line, i + 1, j, 1)
  copyRest(out, line, j + 1, line.size - 1, 2)
  putRest(out, i + 1, request.pickup, true)
  putRest(out, j + 2, request.delivery, false)
  out.seats[i + 1] = line.seats[i]
  out.wheelchairs[i + 1] = line.wheelchairs[i]
  out.seats[j + 2] = line.seats[j]
  out.wheelchairs[j + 2] = line.wheelchairs[j]
  for (let at = i + 1; at <= j + 1; at++) {
    out.seats[at] += request.load.seats
    out.wheelchairs[at] += request.load.wheelchairs
  }
  for (const at of [i + 1, i + 2, j + 2, j + 3]) out.metres[at] = travel.distance(out.place[at - 1], out.place[at])
  if (endsWith(planned, j)) out.metres[j + 3] = 0
}

/** Whether a delivery after the stop at `j` is where an open route ends. */
function endsWith({ vehicle, line }: PlannedRoute, j: number): boolean {
  return vehicle.end.location === null && j === line.size - 2
}

/** Copies stops from..to of a line, moved by `by`; their partners move with them. */
function copyTimes(out: Line, line: Line, from: number, to: number, by: number, i: number, j: number): void {
  for (let k = from; k <= to; k++) {
    const at = k + by
    out.place[at] = line.place[k]
    out.leg[at] = line.leg[k]
    out.earliest[at] = line.earliest[k]
    out.latest[at] = line.latest[k]
    out.service[at] = line.service[k]
    out.ride[at] = line.ride[k]
    out.prompt[at] = line.prompt[k]
    const partner = line.partner[k]
    out.partner[at] = partner > j ? partner + 2 : partner > i ? partner + 1 : partner
  }
}

function copyRest(out: Line, line: Line, from: number, to: number, by: number): void {
  for (let k = from; k <= to; k++) {
    const at = k + by
    out.metres[at] = line.metres[k]
    out.empty[at] = line.empty[k]
    out.movable[at] = line.movable[k]
    out.seats[at] = line.seats[k]
    out.wheelchairs[at] = line.wheelchairs[k]
    out.due[at] = line.due[k]
    out.since[at] = line.since[k]
  }
}

function putTimes(out: Line, at: number, point: ServicePoint): void {
  out.place[at] = point.location
  out.earliest[at] = point.window.earliest
  out.latest[at] = point.window.latest
  out.service[at] = point.service
  out.ride[at] = Infinity
  out.prompt[at] = 0
}

function putRest(out: Line, at: number, point: ServicePoint, movable: boolean): void {
  out.due[at] = point.due === undefined ? point.window.latest : Math.min(point.due, point.window.latest)
  out.since[at] = NaN
  out.empty[at] = 0
  out.movable[at] = movable ? 1 : 0
}
