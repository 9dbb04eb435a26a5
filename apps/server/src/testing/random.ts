import type { Random } from '../deps.ts'

/** Seeded (mulberry32): the same tokens and ids in every run. For tests and simulated days, never for secrets. */
export const createSeededRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => Math.floor(next() * 256)))
  return {
    next,
    token: (count) => bytes(count).toString('base64url'),
    uuid: () => {
      const hex = bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
