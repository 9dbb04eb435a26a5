import type { Objective } from '../problem.ts'
import type { Line } from './line.ts'

/** What a scheduled line costs by the objective, apart from walking and requests left unserved. */
export function priceOf(line: Line, begin: Float64Array, objective: Objective): number {
  const { size, leg, metres, earliest, service, partner, due, since } = line
  const last = size - 1
  let driving = 0
  let distance = 0
  let riding = 0
  let waiting = 0
  let late = 0
  for (let at = 1; at < size; at++) {
    driving += leg[at]
    distance += metres[at]
    if (begin[at] > due[at]) late += begin[at] - due[at]
    const other = partner[at]
    if (other > at) waiting += begin[at] - earliest[at]
    else if (other >= 0) riding += begin[at] - begin[other] - service[other]
    else if (since[at] === since[at]) riding += begin[at] - since[at]
  }
  return (
    objective.vehicleTime * (begin[last] - begin[0]) +
    objective.driveTime * driving +
    objective.distance * distance +
    objective.rideTime * riding +
    objective.waitTime * waiting +
    objective.lateness * late
  )
}
