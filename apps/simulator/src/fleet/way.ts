import { bearing, flatDistance, type LngLat } from '@ambit/geo'

/** A line with the second at which each of its points is passed, from 0 to `seconds`. */
export type Way = { line: readonly LngLat[]; times: readonly number[]; metres: number; seconds: number }
export type Whereabouts = { point: LngLat; bearing: number; speed: number; metres: number }

/** Extra time for a sharp turn and for starting, seconds at the average speed. */
const SHARPEST_TURN_S = 5
const SLIGHTEST_TURN_DEG = 25
const PULL_AWAY_S = 4
const CITY_PACE_M_S = 12

/**
 * Spreads the driving time of a leg over its line: slower where it turns and at both ends, faster on the straights,
 * `seconds` in all.
 */
export const paceAlong = (line: readonly LngLat[], seconds: number): Way => {
  const lengths = line.slice(1).map((point, at) => flatDistance(line[at]!, point))
  const metres = lengths.reduce((sum, length) => sum + length, 0)
  const costs = lengths.map((length, at) => {
    const ends = (at === 0 ? PULL_AWAY_S : 0) + (at === lengths.length - 1 ? PULL_AWAY_S : 0)
    return length / CITY_PACE_M_S + ends + (turnCost(line, at) + turnCost(line, at + 1)) / 2
  })
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  const times = [0]
  for (const cost of costs) times.push(times.at(-1)! + (total === 0 ? 0 : (cost / total) * seconds))
  return { line, times, metres, seconds }
}

/** A turn at an inner point of the line: nothing below 25°, 5 s for turning right round. */
const turnCost = (line: readonly LngLat[], at: number): number => {
  const [before, here, after] = [line[at - 1], line[at], line[at + 1]]
  if (before === undefined || here === undefined || after === undefined) return 0
  const turn = Math.abs(((bearing(here, after) - bearing(before, here) + 540) % 360) - 180)
  return turn < SLIGHTEST_TURN_DEG ? 0 : SHARPEST_TURN_S * (turn / 180)
}

/** Where a vehicle on the way is after so many seconds; null for a line without points. */
export const whereAfter = (way: Way, seconds: number): Whereabouts | null => {
  const first = way.line[0]
  const last = way.line.at(-1)
  if (first === undefined || last === undefined) return null
  let metres = 0
  for (let at = 1; at < way.line.length; at++) {
    const [a, b] = [way.line[at - 1]!, way.line[at]!]
    const [from, to] = [way.times[at - 1]!, way.times[at]!]
    const length = flatDistance(a, b)
    if (seconds < to) {
      const share = Math.max(0, (seconds - from) / (to - from))
      const point = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] as const
      return { point, bearing: bearing(a, b), speed: length / (to - from), metres: metres + length * share }
    }
    metres += length
  }
  const before = way.line.at(-2) ?? first
  return { point: last, bearing: bearing(before, last), speed: 0, metres }
}
