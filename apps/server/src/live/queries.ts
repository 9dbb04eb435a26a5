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

/** Among so many ids before it. */
const OVERTAKEN_WITHIN = 20_000

/**
 * Events before this one that came after it, as their transactions ended later; in batches, with some that came before. A
 * position is left out: the next one says more. Those of another database, from which this one was restored, are left out.
 */
export const eventsOvertaken = async function* (db: Kysely<DB>, id: number): AsyncGenerator<StoredEvent[]> {
  let after = id - OVERTAKEN_WITHIN
  for (;;) {
    const batch = await events(db)
      .where('id', '>', after)
      .where('id', '<', id)
      .where('kind', '<>', 'position')
      .where(sql<boolean>`told_by >= (select under_way from live_events where id = ${id})`)
      .where(sql<boolean>`told_by < pg_snapshot_xmax(pg_current_snapshot())`)
      .orderBy('id')
      .limit(REPLAY_BATCH)
      .execute()
    yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < REPLAY_BATCH) return
    after = last.id
  }
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
