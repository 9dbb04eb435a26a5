import type { Deps } from '../deps.ts'
import { networkOf } from './caller.ts'
import { tooMany } from './errors.ts'

const WINDOW_MS = 60_000
const MAX_KEYS = 50_000
const RIDE_CALLS = 600
const PLACE_CALLS = 60

/** Counts requests by the minute, in memory: each process has its own share. */
export type RateLimit = {
  /** counts a request; throws 429 when the key's minute is full */
  take: (key: string) => void
  /** the same by address, for a request without a token */
  takeAddress: (request: { ip: string }) => void
  /** calls of the passengers' app from an address, whatever app it is */
  takeRide: (request: { ip: string }) => void
  /** a passenger's look for an address or place */
  takePlaces: (passenger: string) => void
}

export const createRateLimit = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): RateLimit => {
  const windows = new Map<string, { start: number; count: number }>()
  const take = (key: string, most = config.requestsPerMinute): void => {
    const now = clock.wall().getTime()
    const known = windows.get(key)
    const passed = now - (known?.start ?? 0)
    // A clock that went back ends the minute as well.
    if (known !== undefined && passed >= 0 && passed < WINDOW_MS) {
      if (known.count >= most) throw tooMany((WINDOW_MS - passed) / 1000)
      known.count += 1
      return
    }
    windows.delete(key)
    // Insertion order is age: the oldest goes first when a flood of keys fills the memory.
    const oldest = windows.size >= MAX_KEYS ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    windows.set(key, { start: now, count: 1 })
  }
  return {
    take: (key) => take(key),
    takeAddress: ({ ip }) => take(`address:${networkOf(ip)}`),
    takeRide: ({ ip }) => take(`ride:${networkOf(ip)}`, RIDE_CALLS),
    takePlaces: (passenger) => take(`places:${passenger}`, PLACE_CALLS),
  }
}
