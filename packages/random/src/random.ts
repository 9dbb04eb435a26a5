import { mulberry32, sfc32, type Generator } from './generators.ts'

/** Draws from one reproducible sequence. Not for secrets. */
export type Random = {
  /** 0 ≤ x < 1 */
  next: () => number
  /** whole number, 0 ≤ n < limit */
  below: (limit: number) => number
  /** low ≤ x < high */
  between: (low: number, high: number) => number
  /** whole number, low ≤ n ≤ high */
  whole: (low: number, high: number) => number
  /** true with this probability */
  chance: (probability: number) => boolean
  /** an item of a list; throws when the list is empty */
  pick: <T>(list: readonly T[]) => T
  /** an item, each with a probability in proportion to its weight; throws when the list is empty */
  weighted: <T>(list: readonly T[], weight: (item: T) => number) => T
  /** a shuffled copy (Fisher & Yates) */
  shuffled: <T>(list: readonly T[]) => T[]
  /** standard normal (Box & Muller 1958) */
  normal: () => number
  /** exponential with mean 1: the time between two arrivals */
  exponential: () => number
}

const EMPTY = 'There is nothing to pick from'

const randomFrom = (next: Generator): Random => {
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error(EMPTY)
      return item
    },
    weighted: (list, weight) => {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0)
      const item = list.find((one) => (left -= weight(one)) < 0) ?? list.at(-1)
      if (item === undefined) throw new Error(EMPTY)
      return item
    },
    shuffled: (list) => {
      const result = [...list]
      for (let at = result.length - 1; at > 0; at--) {
        const other = below(at + 1)
        const held = result[at]! // both indices are inside the list
        result[at] = result[other]!
        result[other] = held
      }
      return result
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: () => -Math.log(1 - next()),
  }
}

/** A sequence by seed, and by purpose, so that drawing more for one purpose leaves the others as they were. */
export const seededRandom = (seed: number, purpose = ''): Random => {
  let start = (seed ^ 0x9e3779b9) >>> 0
  for (let i = 0; i < purpose.length; i++) start = Math.imul(start ^ purpose.charCodeAt(i), 0x01000193) >>> 0
  return randomFrom(mulberry32(start))
}

/**
 * A stream for each simulated person or vehicle, named by seed and names: drawing more from one leaves the others' days
 * as they were. With sfc32, not `seededRandom`: the days that decisions and measurements quote were drawn from these streams.
 */
export const randomStream = (seed: number, ...names: readonly (string | number)[]): Random =>
  randomFrom(sfc32([seed, ...names].join('/')))
