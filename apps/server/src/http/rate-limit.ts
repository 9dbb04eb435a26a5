import type { Clock } from '../deps.ts'
import { tooMany } from './errors.ts'

const MINUTE = 60_000
const MAX_KEYS = 50_000

/** Counts in windows of a minute, in memory: each process has its own share. Throws 429. */
export type RateLimit = { take: (key: string, limit: number, window?: number) => void; forget: (key: string) => void }

export const createRateLimit = (clock: Pick<Clock, 'wall'>): RateLimit => {
  const windows = new Map<string, { start: number; count: number }>()
  return {
    take: (key, limit, window = MINUTE) => {
      const now = clock.wall().getTime()
      const known = windows.get(key)
      if (known === undefined || now - known.start >= window) {
        windows.delete(key)
        // Insertion order is age: what was opened first goes first when somebody floods us with keys.
        if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value!)
        windows.set(key, { start: now, count: 1 })
        return
      }
      known.count += 1
      if (known.count > limit) throw tooMany((known.start + window - now) / 1000)
    },
    forget: (key) => void windows.delete(key),
  }
}
