import type { Line } from './line.ts'

/** Times closer than this are the same time. Seconds on a clock whose zero is near: see {@link Problem}. */
export const EPSILON_S = 1e-6

/** Rounding left over when the same drives are added up in another order. */
const ROUNDING_S = 1e-8

/**
 * The least schedule of a line: every stop begins as early as all limits together allow, which are differences
 * between two stops each (drive, ride, duration, no waiting). Such a system has a least solution, reached by raising
 * each stop that is too early until none is; it fails exactly when a stop has to rise past its `latest`.
 *
 * Raising cannot go round in circles for ever: apart from `earliest`, every limit compares the two stops' times with
 * the pure drive between them, so a circle gains something only if one limit alone is shorter than the drive, and
 * {@link tooFar} looks for that first.
 *
 * Writes `begin`; false when there is no schedule (then `begin` is left half done).
 */
export function settle(line: Line, begin: Float64Array): boolean {
  const { size, earliest, latest, leg, service, partner, ride, prompt } = line
  if (tooFar(line)) return false
  const last = size - 1
  begin[0] = earliest[0]
  if (begin[0] > latest[0] + EPSILON_S) return false
  for (let at = 1; at < size; at++) begin[at] = earliest[at]
  let at = 1
  for (;;) {
    while (at < size) {
      const reached = begin[at - 1] + service[at - 1] + leg[at]
      if (reached > begin[at]) begin[at] = reached
      const time = begin[at]
      if (time > latest[at] + EPSILON_S) return false
      let back = at
      if (prompt[at] === 1 && time > reached + EPSILON_S) {
        begin[at - 1] = time - leg[at] - service[at - 1]
        if (begin[at - 1] > latest[at - 1] + EPSILON_S) return false
        back = at - 1
      }
      const pickup = partner[at]
      if (pickup >= 0 && pickup < at) {
        const needed = time - ride[at] - service[pickup]
        if (needed > begin[pickup] + EPSILON_S) {
          if (needed > latest[pickup] + EPSILON_S) return false
          begin[pickup] = needed
          if (pickup < back) back = pickup
        }
      }
      // The stop before a raised one may have to rise in turn, so the raised stop itself is checked again.
      at = back < at ? (back > 0 ? back : 1) : at + 1
    }
    const needed = begin[last] - line.maxDuration
    if (!(needed > begin[0] + EPSILON_S)) return true
    if (needed > latest[0] + EPSILON_S) return false
    begin[0] = needed
    at = 1
  }
}

/** Whether some ride or the whole route is longer than allowed even without a moment's wait, or a way is missing. */
function tooFar(line: Line): boolean {
  const { size, leg, service, partner, ride } = line
  let total = 0
  for (let at = 1; at < size; at++) {
    total += service[at - 1] + leg[at]
    const pickup = partner[at]
    if (pickup >= 0 && pickup < at && ride[at] < Infinity) {
      let path = leg[at]
      const limit = ride[at] + ROUNDING_S
      for (let k = at - 1; k > pickup; k--) path += service[k] + leg[k]
      if (path > limit) return true
    }
  }
  return !(total <= line.maxDuration + ROUNDING_S) || total === Infinity
}

/** Earliest begins by windows and drives alone: the other limits can only make them later. */
export function forward(line: Line, begin: Float64Array): void {
  const { size, earliest, leg, service } = line
  begin[0] = earliest[0]
  for (let at = 1; at < size; at++) {
    const reached = begin[at - 1] + service[at - 1] + leg[at]
    begin[at] = reached > earliest[at] ? reached : earliest[at]
  }
}

/** Latest begins by windows and drives alone: the other limits can only make them earlier. */
export function backward(line: Line, end: Float64Array): void {
  const { size, latest, leg, service } = line
  end[size - 1] = latest[size - 1]
  for (let at = size - 2; at >= 0; at--) {
    const left = end[at + 1] - leg[at + 1] - service[at]
    end[at] = left < latest[at] ? left : latest[at]
  }
}

/**
 * As `backward`, but still true when one stop is put between two later ones and the way over it happens to be
 * shorter than the direct one, which turn restrictions and rounding make possible: one later drive may shrink to
 * nothing. `end` is what `backward` wrote.
 */
export function backwardOverShortcut(line: Line, end: Float64Array, loose: Float64Array): void {
  const { size, latest, leg, service } = line
  loose[size - 1] = latest[size - 1]
  for (let at = size - 2; at >= 0; at--) {
    const left = Math.max(end[at + 1], loose[at + 1] - leg[at + 1]) - service[at]
    loose[at] = left < latest[at] ? left : latest[at]
  }
}

/**
 * Moves pickups, and the departure from the start, as late as they can be without making any delivery, break or
 * route stop later: people wait at the stop rather than on board, and the vehicle leaves when it needs to. The
 * eighth step of Cordeau & Laporte (2003), "A tabu search heuristic for the static multi-vehicle dial-a-ride
 * problem", taken over all pickups at once, which is possible because nothing else moves.
 */
export function ease(line: Line, begin: Float64Array): void {
  const { size, latest, leg, service, movable } = line
  for (let at = size - 2; at >= 0; at--) {
    if (movable[at] === 0) continue
    const left = begin[at + 1] - leg[at + 1] - service[at]
    const moved = left < latest[at] ? left : latest[at]
    if (moved > begin[at]) begin[at] = moved
  }
}
