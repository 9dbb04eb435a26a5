/** Seeded randomness: the same seed and purpose give the same numbers, and a change in one stage leaves the others. */
export type Random = {
  /** 0 to below 1 */
  next: () => number
  between: (low: number, high: number) => number
  /** A whole number from low to high, both included */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  /** One of the list, which must not be empty */
  pick: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

const hash = (seed: number, purpose: string): number => {
  let value = (seed ^ 0x9e3779b9) >>> 0
  for (let i = 0; i < purpose.length; i++) value = Math.imul(value ^ purpose.charCodeAt(i), 0x01000193) >>> 0
  return value
}

// mulberry32 by Tommy Ettinger, public domain
export const seededRandom = (seed: number, purpose: string): Random => {
  let state = hash(seed, purpose)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)],
    shuffled: (list) => {
      const copy = [...list]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = whole(0, i)
        const kept = copy[i]
        copy[i] = copy[j]
        copy[j] = kept
      }
      return copy
    },
  }
}

/** Smooth noise from -1 to 1 over the plane; `size` is the width of a bump in metres. */
export const smoothNoise = (seed: number, purpose: string, size: number): ((x: number, y: number) => number) => {
  const random = seededRandom(seed, purpose)
  const table = Array.from({ length: 4096 }, () => random.between(-1, 1))
  const at = (i: number, j: number): number => table[(Math.imul(i, 73856093) ^ Math.imul(j, 19349663)) & 4095]
  const ease = (t: number): number => t * t * (3 - 2 * t)
  return (x, y) => {
    const [u, v] = [x / size, y / size]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const [s, t] = [ease(u - i), ease(v - j)]
    const low = at(i, j) + (at(i + 1, j) - at(i, j)) * s
    const high = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * s
    return low + (high - low) * t
  }
}
