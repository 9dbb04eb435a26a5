import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { StoredEvent } from './bus.ts'

/** What was missed is read by so many at once, and beyond so many all is asked for again. */
export const REPLAY_BATCH = 500
export const REPLAY_AT_MOST = 20_000

export const newestEventId = async (db: Kysely<DB>): Promise<number> => {
  const { newest } = await db
    .selectFrom('live_events')
    .select(sql<number>`coalesce(max(id), 0)`.as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/** Have events after this one been thrown away already, so that a replay would have a gap? */
export const hasGapAfter = async (db: Kysely<DB>, id: number): Promise<boolean> => {
  const { oldest, newest } = await db
    .selectFrom('live_events')
    .select([sql<number | null>`min(id)`.as('oldest'), sql<number | null>`max(id)`.as('newest')])
    .executeTakeFirstOrThrow()
  if (newest === null || oldest === null) return id > 0
  // An id from the future belongs to another database.
  return id + 1 < oldest || id > newest
}

const events = (db: Kysely<DB>) =>
  db.selectFrom('live_events').select(['id', 'kind', 'zone_id', 'region_id', 'region_ids', 'payload', 'created_at'])

export const eventsAfter = (db: Kysely<DB>, id: number, limit: number): Promise<StoredEvent[]> =>
  events(db).where('id', '>', id).orderBy('id').limit(limit).execute()

/** Transactions that began longer before, in seconds, are not looked for. */
const LATE_S = 10
/** So many are told again at most, of so many ids. */
const LATE_AT_MOST = 500
const LATE_WITHIN = 5000

/**
 * Events before this one that may have come after it, as their transactions ended later. Most have not, and are told again.
 * A position is left out: the next one says more.
 */
export const eventsOvertaken = async (db: Kysely<DB>, id: number): Promise<StoredEvent[]> => {
  const newestFirst = await events(db)
    .where('id', '<', id)
    .where('id', '>', id - LATE_WITHIN)
    .where('kind', '<>', 'position')
    .where(
      sql<boolean>`created_at > (select created_at from live_events where id = ${id}) - ${LATE_S} * interval '1 second'`,
    )
    .orderBy('id', 'desc')
    .limit(LATE_AT_MOST)
    .execute()
  return newestFirst.toReversed()
}

export const eventsWithIds = (db: Kysely<DB>, ids: readonly number[]): Promise<StoredEvent[]> =>
  events(db)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()

/** Keeps an hour of the wall's clock, and at most `keep` events. */
export const pruneEvents = async (db: Kysely<DB>, keep: number): Promise<void> => {
  await sql`
    delete from live_events
    where created_at < now() - interval '1 hour' or id <= (select max(id) from live_events) - ${keep}::bigint`.execute(
    db,
  )
}
