import {
  type Anchor,
  anchorAfter,
  corrected,
  type DeviceClock,
  errorAt,
  isUncertain,
  type Reading,
  timeOf,
} from './clock.ts'
import type { DeviceDatabase, KeptAction } from './database.ts'
import { type Spare, withRoom } from './room.ts'

/** What is known no nearer than this, ms, is not told as known. */
const ROUGH_MS = 60_000

/** The server's time, as the device knows it from its answers. */
export type ServerTime = {
  /** ms since 1970 */
  now: () => number
  read: () => Reading
  /** the server's time at a reading */
  at: (reading: Reading) => number
  /** What the server is told with what is sent now: when that was, and by how much at most the device's times are off. */
  stamp: () => { sent_at: string; clock_error_ms: number | null }
  /** by how much the device's clock is behind, ms */
  offset: () => number
  isUncertain: () => boolean
  /** The server told its time in answer to a call that was sent then: corrects what is not sent. */
  told: (server: string, sent: Reading) => Promise<void>
}

export const createServerTime = async (db: DeviceDatabase, clock: DeviceClock, spare: Spare): Promise<ServerTime> => {
  const run = crypto.randomUUID()
  let anchor: Anchor | null = (await db.get('clock', 'anchor')) ?? null
  const read = (): Reading => ({ wall: clock.wall(), steady: clock.steady(), run })
  const now = (): number => timeOf(read(), anchor)
  return {
    now,
    read,
    at: (reading) => timeOf(reading, anchor),
    offset: () => now() - clock.wall(),
    stamp: () => {
      const error = errorAt(read(), anchor)
      return {
        sent_at: new Date(now()).toISOString(),
        clock_error_ms: error === null || error > ROUGH_MS ? null : Math.ceil(error),
      }
    },
    isUncertain: () => isUncertain(read(), anchor),
    told: async (server, sent) => {
      const told = anchorAfter({ sent, received: read(), server: Date.parse(server) }, anchor)
      if (told === null) return
      await withRoom(db, spare, () => correctActions(db, told, anchor))
      anchor = told
    },
  }
}

/** With the anchor in one transaction, so that each action is corrected by the answer that came after it. */
const correctActions = async (db: DeviceDatabase, now: Anchor, before: Anchor | null): Promise<void> => {
  const tx = db.transaction(['clock', 'actions'], 'readwrite')
  const actions = tx.objectStore('actions')
  let earliest = 0
  const put: KeptAction[] = []
  for (const action of await actions.getAll()) {
    const written = action.happened
    const happened = action.settled ? written : Math.round(corrected({ ...action.reading, written }, now, before))
    earliest = Math.max(earliest, Math.min(happened, now.server))
    if (!action.settled || earliest !== written) put.push({ ...action, happened: earliest, settled: true })
  }
  await Promise.all([...put.map((action) => actions.put(action)), tx.objectStore('clock').put(now, 'anchor'), tx.done])
}
