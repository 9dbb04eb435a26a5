import type { Clock } from '../deps.ts'
import { tooMany } from './errors.ts'

const MINUTE = 60_000
const MAX_KEYS = 50_000

/** Counts in windows of time (ms), in memory: each process has its own share. */
export type RateLimit = {
  /** throws 429 when the key's window is full */
  check: (key: string, limit: number, window?: number) => void
  count: (key: string, window?: number) => void
  /** check, then count */
  take: (key: string, limit: number, window?: number) => void
  forget: (key: string) => void
}

export const createRateLimit = (clock: Pick<Clock, 'wall'>): RateLimit => {
  const windows = new Map<string, { start: number; count: number }>()
  const current = (key: string, window: number): { start: number; count: number } | null => {
    const known = windows.get(key)
    return known === undefined || clock.wall().getTime() - known.start >= window ? null : known
  }
  const check: RateLimit['check'] = (key, limit, window = MINUTE) => {
    const known = current(key, window)
    if (known !== null && known.count >= limit) {
      throw tooMany((known.start + window - clock.wall().getTime()) / 1000)
    }
  }
  const count: RateLimit['count'] = (key, window = MINUTE) => {
    const known = current(key, window)
    if (known !== null) {
      known.count += 1
      return
    }
    windows.delete(key)
    // Insertion order is age: what was opened first goes first when somebody floods us with keys.
    const oldest = windows.size >= MAX_KEYS ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    windows.set(key, { start: clock.wall().getTime(), count: 1 })
  }
  return {
    check,
    count,
    take: (key, limit, window) => {
      check(key, limit, window)
      count(key, window)
    },
    forget: (key) => void windows.delete(key),
  }
}
