import type { Line } from './line.ts'
import { backward, EPSILON_S, forward } from './settle.ts'

/**
 * Widens exactly those limits of a line that reality has already broken, each by as little as possible, so that the
 * line can be scheduled: a window that cannot be reached in time opens until the moment it is reached; a ride, a
 * wait or a shift that is then still too long is allowed as it is. Nothing else changes, so a plan that is late here
 * stays held to every promise it can keep.
 *
 * False when a way is missing altogether.
 */
export function relax(line: Line): boolean {
  const { size, latest, leg, service, partner, ride, prompt } = line
  const begin = new Float64Array(size)
  const cap = new Float64Array(size)
  allowDrives(line)
  forward(line, begin)
  if (!(begin[size - 1] < Infinity)) return false
  for (let at = 0; at < size; at++) if (begin[at] > latest[at]) latest[at] = begin[at]
  backward(line, cap)
  raiseWithin(line, begin, cap)
  for (let at = 1; at < size; at++) {
    const reached = begin[at - 1] + service[at - 1] + leg[at]
    if (prompt[at] === 1 && begin[at] > reached + EPSILON_S) prompt[at] = 0
    const pickup = partner[at]
    if (pickup >= 0 && pickup < at) {
      const riding = begin[at] - begin[pickup] - service[pickup]
      if (riding > ride[at]) ride[at] = riding
    }
  }
  line.maxDuration = Math.max(line.maxDuration, begin[size - 1] - begin[0])
  return true
}

/** No ride and no route can be shorter than its drive: see `settle` for why that ends the raising. */
function allowDrives(line: Line): void {
  const { size, leg, service, partner, ride } = line
  const driven = new Float64Array(size)
  for (let at = 1; at < size; at++) {
    driven[at] = driven[at - 1] + service[at - 1] + leg[at]
    const pickup = partner[at]
    if (pickup >= 0 && pickup < at) ride[at] = Math.max(ride[at], driven[at] - driven[pickup] - service[pickup])
  }
  line.maxDuration = Math.max(line.maxDuration, driven[size - 1])
}

/** As `settle`, but a stop that would have to rise past its cap rises to the cap and stays there. */
function raiseWithin(line: Line, begin: Float64Array, cap: Float64Array): void {
  const { size, leg, service, partner, ride, prompt } = line
  const raise = (at: number, to: number) => {
    const raised = Math.min(to, cap[at])
    if (!(raised > begin[at] + EPSILON_S)) return false
    begin[at] = raised
    return true
  }
  for (let changed = true; changed;) {
    changed = false
    for (let at = 1; at < size; at++) {
      const reached = begin[at - 1] + service[at - 1] + leg[at]
      if (reached > begin[at]) begin[at] = reached
      if (prompt[at] === 1 && raise(at - 1, begin[at] - leg[at] - service[at - 1])) changed = true
      const pickup = partner[at]
      if (pickup >= 0 && pickup < at && raise(pickup, begin[at] - ride[at] - service[pickup])) changed = true
    }
    if (raise(0, begin[size - 1] - line.maxDuration)) changed = true
  }
}
