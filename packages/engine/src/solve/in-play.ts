import type { Model } from './model.ts'

/**
 * How many requests are in play at a time on average: from the earliest pickup to the latest delivery. The more there
 * are, the more ways each tour could continue at any moment, and the longer a search takes to settle.
 */
export function countInPlay({ R, earliest, latest }: Model): number {
  let sum = 0
  let first = Infinity
  let last = -Infinity
  for (let r = 0; r < R; r++) {
    sum += latest[R + r] - earliest[r]
    first = Math.min(first, earliest[r])
    last = Math.max(last, latest[R + r])
  }
  return last > first && last < Infinity ? sum / (last - first) : R
}
