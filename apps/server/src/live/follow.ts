import type { Deps } from '../deps.ts'
import type { StoredEvent } from './bus.ts'
import { eventsAfter, eventsOvertaken, hasGapAfter, newestEventId, REPLAY_AT_MOST, REPLAY_BATCH } from './queries.ts'
import type { EventWriter } from './stream.ts'

type Stream = {
  writer: EventWriter
  /** what the client heard last; null: it begins */
  lastId: number | null
}
type Send = (event: StoredEvent) => void

/**
 * First what was missed, then what happens; nothing between the two is lost or sent twice. Where commits overtake each
 * other, some of what the client has heard is sent again.
 */
export const follow = async (deps: Deps, { writer, lastId }: Stream, send: Send): Promise<void> => {
  const { db, live, log, measures, clock } = deps
  const meanwhile: StoredEvent[] = []
  let replayed: Set<number> | null = new Set()
  const stop = live.subscribe((event) => {
    if (!writer.open()) return stop()
    if (replayed !== null) meanwhile.push(event)
    else {
      send(event)
      // By the database's clock and this machine's.
      measures.lag((clock.wall().getTime() - event.created_at.getTime()) / 1000)
    }
  })
  try {
    if (lastId === null) writer.note('ready', await newestEventId(db))
    else if (await hasGapAfter(db, lastId)) writer.note('gap', await newestEventId(db))
    else await replay(deps, { writer, lastId }, replayed, send)
    for (const event of meanwhile) if (!replayed.has(event.id)) send(event)
    replayed = null
  } catch (error) {
    stop()
    log.warn({ err: error }, 'the live stream could not be replayed')
    writer.end()
  }
}

type Replaying = { writer: EventWriter; lastId: number }

const replay = async (
  { db, live }: Deps,
  { writer, lastId }: Replaying,
  seen: Set<number>,
  send: Send,
): Promise<void> => {
  if (live.overtakes)
    for await (const events of eventsOvertaken(db, lastId))
      for (const event of events) {
        seen.add(event.id)
        // The client comes back from where it was, not from before.
        send({ ...event, id: lastId })
      }
  let after = lastId
  for (let count = 0; writer.open();) {
    const events = await eventsAfter(db, after, REPLAY_BATCH)
    for (const event of events) {
      seen.add(event.id)
      send(event)
      after = event.id
    }
    count += events.length
    if (events.length < REPLAY_BATCH) return
    if (count >= REPLAY_AT_MOST) return writer.note('gap', await newestEventId(db))
  }
}
