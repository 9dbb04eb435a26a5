import { mulberry32 } from '@ambit/random'
import type { Random } from '../deps.ts'

/** Tokens and ids that are the same in every run of a seed. For tests and simulated days, never for secrets. */
export const createSeededRandom = (seed: number): Random => {
  const next = mulberry32(seed)
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
