import type { Kysely } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'
import type { Logger } from '../deps.ts'
import type { LiveBus, StoredEvent } from './bus.ts'
import { LIVE_CHANNEL } from './publish.ts'
import { eventsAfter, eventsOvertaken, eventsWithIds, newestEventId } from './queries.ts'

/** How many events are read at once after the connection was away. */
const CATCH_UP = 5000
/** What could not be read is tried again so much later, in ms, so often: longer than a database takes to come back. */
const AGAIN_MS = 1000
const MOST_TRIES = 60

/** Tells what was announced while the connection was away, after what was told last. Answers the ids. */
const catchUp = async (
  db: Kysely<DB>,
  newest: () => number,
  tell: (events: readonly StoredEvent[]) => void,
): Promise<Set<number>> => {
  const told = new Set<number>()
  const tellAll = (events: readonly StoredEvent[]): void => {
    tell(events)
    for (const { id } of events) told.add(id)
  }
  for await (const events of eventsOvertaken(db, newest())) tellAll(events)
  for (;;) {
    const events = await eventsAfter(db, newest(), CATCH_UP)
    if (events.length === 0) return told
    tellAll(events)
  }
}

/**
 * Listens for the ids that commits announce, reads their rows, and hands them to the listeners of this process. An id comes
 * with its own commit, so nothing is lost when commits overtake each other.
 */
export const createLiveBus = async (database: Database, log: Logger): Promise<LiveBus> => {
  const { db } = database
  const listeners = new Set<(event: StoredEvent) => void>()
  const announced = new Set<number>()
  let newest = await newestEventId(db)
  let away = false
  let reading = false
  let tries = 0
  const tell = (events: readonly StoredEvent[]): void => {
    for (const event of events) {
      newest = Math.max(newest, event.id)
      for (const listener of listeners) listener(event)
    }
  }
  const readBatch = async (): Promise<void> => {
    const [ids, wasAway] = [[...announced], away]
    announced.clear()
    away = false
    try {
      const told = wasAway ? await catchUp(db, () => newest, tell) : new Set()
      const others = ids.filter((id) => !told.has(id))
      if (others.length > 0) tell(await eventsWithIds(db, others))
    } catch (error) {
      for (const id of ids) announced.add(id)
      away ||= wasAway
      throw error
    }
    tries = 0
  }
  const waiting = (): boolean => announced.size > 0 || away
  const read = async (): Promise<void> => {
    if (reading) return
    reading = true
    try {
      while (waiting()) await readBatch()
    } catch (error) {
      log.warn({ err: error }, 'the live stream could not be read')
      tries += 1
      if (tries < MOST_TRIES) setTimeout(() => void read(), AGAIN_MS).unref()
    } finally {
      reading = false
    }
  }
  await database.listen(LIVE_CHANNEL, (payload) => {
    const ids = payload.split(',').filter((id) => id !== '')
    // Without listeners nothing is read: a later one replays from the table.
    if (listeners.size === 0) newest = Math.max(newest, ...ids.map(Number))
    else {
      if (ids.length === 0) away = true
      for (const id of ids) announced.add(Number(id))
      void read()
    }
  })
  return {
    overtakes: database.kind === 'postgresql',
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
