/** Chance with a name: every actor draws from its own stream, so that one that draws more shifts nobody else's day. */
export type Chance = {
  /** 0 ≤ x < 1 */
  next: () => number
  /** whole number, 0 ≤ n < limit */
  below: (limit: number) => number
  between: (low: number, high: number) => number
  holds: (probability: number) => boolean
  /** an item of a list that is not empty */
  pick: <T>(list: readonly T[]) => T
  /** an item, each with a chance in proportion to its weight */
  weighted: <T>(list: readonly T[], weight: (item: T) => number) => T
  /** standard normal (Box & Muller 1958) */
  normal: () => number
  /** exponential with mean 1 */
  gap: () => number
}

/** Four well mixed words from a name (cyrb128, Bryc, public domain). */
const mix = (name: string): [number, number, number, number] => {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [(a ^ b ^ c ^ d) >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0]
}

/** sfc32 (Chris Doty-Humphrey, PractRand, public domain), seeded by the name. */
export const streamOf = (seed: number, ...names: readonly (string | number)[]): Chance => {
  let [a, b, c, d] = mix([seed, ...names].join('/'))
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm++) next()
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + (high - low) * next(),
    holds: (probability) => next() < probability,
    pick: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    weighted: (list, weight) => {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0)
      const item = list.find((one) => (left -= weight(one)) < 0) ?? list.at(-1)
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    gap: () => -Math.log(1 - next()),
  }
}
