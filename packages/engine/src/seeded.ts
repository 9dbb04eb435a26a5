/** A seeded stream of random numbers. */
export type Random = {
  /** uniform in [0, 1) */
  next: () => number
  /** uniform integer in [0, below) */
  below: (below: number) => number
}

/** Mulberry32: 32 bits of state, fast, good enough to choose moves by. Equal seeds give equal streams everywhere. */
export function seeded(seed: number): Random {
  let state = Math.imul(seed | 0, 2654435761) ^ 0x9e3779b9
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return { next, below: (below) => (next() * below) | 0 }
}
