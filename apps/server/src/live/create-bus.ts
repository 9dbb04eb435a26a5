import type { Database } from '../database/connect.ts'
import type { Logger } from '../deps.ts'
import type { LiveBus, StoredEvent } from './bus.ts'
import { LIVE_CHANNEL } from './publish.ts'

/** How far back the bus looks when its connection was away. */
const CATCH_UP = 1000

/** Listens for the ids that commits announce, reads their rows, and hands them to whoever listens here. */
export const createLiveBus = async (database: Database, log: Logger): Promise<LiveBus> => {
  const listeners = new Set<(event: StoredEvent) => void>()
  const waiting = new Set<number>()
  let last = 0
  let missed = false
  let reading = false
  const read = async (): Promise<void> => {
    if (reading) return
    reading = true
    try {
      while (waiting.size > 0 || missed) {
        const ids = [...waiting]
        const since = missed ? Math.max(last, 0) : null
        waiting.clear()
        missed = false
        const events = await readEvents(database, ids, since)
        last = Math.max(last, ...events.map(({ id }) => id))
        for (const event of events) for (const listener of listeners) listener(event)
      }
    } catch (error) {
      log.warn({ err: error }, 'the live stream could not be read')
    } finally {
      reading = false
    }
  }
  await database.listen(LIVE_CHANNEL, (payload) => {
    // Nobody listens here: nothing to read. Whoever comes later replays from the table.
    if (listeners.size === 0) return
    if (payload === '') missed = true
    else for (const id of payload.split(',')) waiting.add(Number(id))
    void read()
  })
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const readEvents = async ({ db }: Database, ids: number[], since: number | null): Promise<StoredEvent[]> => {
  if (ids.length === 0 && since === null) return []
  const found = await db
    .selectFrom('live_events')
    .select(['id', 'kind', 'zone_id', 'region_id', 'payload'])
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('id', 'in', ids)] : []),
        ...(since === null ? [] : [where('id', '>', since)]),
      ]),
    )
    .orderBy('id')
    .limit(Math.max(CATCH_UP, ids.length))
    .execute()
  return found
}
