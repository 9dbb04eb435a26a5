import { type Anchor, corrected, type DeviceClock, isUncertain, type Reading, timeOf } from './clock.ts'
import type { DeviceDatabase, KeptAction } from './database.ts'

/** A call that takes longer tells the time too roughly. */
const SLOW_MS = 4000

/** The server's time, as the device knows it from its answers. */
export type ServerTime = {
  /** ms since 1970 */
  now: () => number
  read: () => Reading
  /** the server's time at a reading */
  at: (reading: Reading) => number
  /** by how much the device's clock is behind, ms */
  offset: () => number
  isUncertain: () => boolean
  /** The server told its time in answer to a call that was sent then: corrects what is not sent. */
  told: (server: string, sent: Reading) => Promise<void>
}

export const createServerTime = async (db: DeviceDatabase, clock: DeviceClock): Promise<ServerTime> => {
  const run = crypto.randomUUID()
  let anchor: Anchor | null = (await db.get('clock', 'anchor')) ?? null
  const read = (): Reading => ({ wall: clock.wall(), steady: clock.steady(), run })
  const now = (): number => timeOf(read(), anchor)
  return {
    now,
    read,
    at: (reading) => timeOf(reading, anchor),
    offset: () => now() - clock.wall(),
    isUncertain: () => isUncertain(read(), anchor),
    told: async (server, sent) => {
      const received = read()
      const took = received.steady - sent.steady
      // What is known already is nearer than the middle of such a call.
      if (took > SLOW_MS && !isUncertain(received, anchor)) return
      // As long back as there: an answer is half of the call old.
      const told = { ...received, server: Date.parse(server) + took / 2 }
      await correctActions(db, told, anchor)
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
