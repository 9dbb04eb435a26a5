import type { Problem, Route } from '../problem.ts'
import type { Line } from './line.ts'
import { settleRoute } from './schedule.ts'

/**
 * By how many seconds each visit of a route can begin later, all others moving along as far as they must, before a
 * window, a ride, a break, the shift or the wait of a passenger on board allows no more. What is late already cannot be
 * later without breaking more, so its slack is 0. One entry for each visit; null when the route cannot be driven at all.
 */
export function slack(problem: Problem, route: Route): number[] | null {
  const settled = settleRoute(problem, route, false)
  if (!settled) return null
  const { line, begin } = settled
  const latest = latestBegins(line)
  return Array.from({ length: line.size - 2 }, (_, visit) => Math.max(0, latest[visit + 1] - begin[visit + 1]))
}

/**
 * The greatest schedule of a line that has one: the counterpart of `settle`, which finds the least. Each stop that is
 * too late for another one is lowered until none is.
 */
function latestBegins(line: Line): Float64Array {
  const { size, latest, leg, service, partner, ride, prompt, maxDuration } = line
  const begin = latest.slice(0, size)
  let changed = true
  const lower = (at: number, to: number): void => {
    if (to >= begin[at]) return
    begin[at] = to
    changed = true
  }
  while (changed) {
    changed = false
    for (let at = size - 1; at > 0; at--) {
      const drive = service[at - 1] + leg[at]
      lower(at - 1, begin[at] - drive)
      if (prompt[at] === 1) lower(at, begin[at - 1] + drive)
      const pickup = partner[at]
      if (pickup >= 0 && pickup < at) lower(at, begin[pickup] + service[pickup] + ride[at])
    }
    lower(size - 1, begin[0] + maxDuration)
  }
  return begin
}
