import { ANSWER } from '../database/limits.ts'

/** One sells, and the next is ready to follow at once. */
const AT_ONCE = 2
/** as PostgreSQL answers `lock_not_available` */
const LOCK_NOT_AVAILABLE = '55P03'

/** Carries a sale out when it is its turn in each of these zones. */
export type Sales = <T>(zoneIds: readonly number[], sale: () => Promise<T>) => Promise<T>

type Zone = { selling: number; waiting: Set<() => void> }

/**
 * The lock of a zone lets one sale work at a time. Those of this process that come at once wait here, first come, first
 * served: with a connection each they would keep everybody else from the database. One that waits for longer than
 * `patience` (ms) is refused as by a lock.
 */
export const createSales = (patience = ANSWER): Sales => {
  const zones = new Map<number, Zone>()
  const begin = async (zone: Zone): Promise<void> => {
    if (zone.selling < AT_ONCE) {
      zone.selling += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    zone.waiting.add(turn.resolve)
    const tooLate = setTimeout(() => {
      zone.waiting.delete(turn.resolve)
      turn.reject(Object.assign(new Error('the sales before it took too long'), { code: LOCK_NOT_AVAILABLE }))
    }, patience)
    await turn.promise.finally(() => clearTimeout(tooLate))
  }
  /** The place goes to the next one, or is free again. */
  const end = (zoneId: number, zone: Zone): void => {
    const [next] = zone.waiting
    if (next !== undefined) {
      zone.waiting.delete(next)
      return next()
    }
    zone.selling -= 1
    if (zone.selling === 0) zones.delete(zoneId)
  }
  const inTurn = async <T>(zoneId: number, sale: () => Promise<T>): Promise<T> => {
    const zone = zones.get(zoneId) ?? { selling: 0, waiting: new Set() }
    zones.set(zoneId, zone)
    await begin(zone)
    try {
      return await sale()
    } finally {
      end(zoneId, zone)
    }
  }
  // Always the lowest zone first, as they are locked, so that two sales never wait for each other.
  return (zoneIds, sale) =>
    [...new Set(zoneIds)]
      .toSorted((a, b) => b - a)
      .reduce<typeof sale>((after, zoneId) => () => inTurn(zoneId, after), sale)()
}
