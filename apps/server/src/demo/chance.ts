/** Seeded chance for the demo: the same seed draws the same town (mulberry32, Tommy Ettinger, public domain). */
export type Chance = {
  /** 0 ≤ x < 1 */
  next: () => number
  /** whole number, 0 ≤ n < limit */
  below: (limit: number) => number
  between: (low: number, high: number) => number
  pick: <T>(list: readonly T[]) => T
  holds: (probability: number) => boolean
  /** standard normal (Box & Muller 1958) */
  normal: () => number
  shuffle: <T>(list: readonly T[]) => T[]
}

export const createChance = (seed: number): Chance => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    holds: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle: (list) => {
      const result = [...list]
      for (let at = result.length - 1; at > 0; at--) {
        const other = below(at + 1)
        const held = result[at]! // both indices are inside the list
        result[at] = result[other]!
        result[other] = held
      }
      return result
    },
  }
}
