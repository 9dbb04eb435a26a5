import { type Kysely, sql } from 'kysely'
import type { Logger } from '../deps.ts'
import type { DB } from './schema.ts'

/** The tables that are searched by parts of words, with what is searched in them. */
const searched = {
  drivers: sql`search_text`,
  travelers: sql`search_text`,
  vehicles: sql`search_text`,
  service_requests: sql`search_text`,
  trips: sql`lower(name)`,
}

/**
 * Indexes the search text by trigrams. The extension is PostgreSQL's own but may be missing on a server, or not
 * allowed to this account: searching then reads the whole table, which is slower and right all the same. Tried at
 * every start, so that installing the extension later is enough.
 */
export const ensureSearchIndexes = async (db: Kysely<DB>, log: Logger): Promise<boolean> => {
  try {
    await db.transaction().execute(async (tx) => {
      // Two processes that start at once: the second waits and finds everything there.
      await sql`select pg_advisory_xact_lock(7263482)`.execute(tx)
      await sql`create extension if not exists pg_trgm`.execute(tx)
      for (const [table, text] of Object.entries(searched)) {
        await sql`create index if not exists ${sql.id(`${table}_search`)}
          on ${sql.table(table)} using gin (${text} gin_trgm_ops)`.execute(tx)
      }
    })
    return true
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'Searching reads whole tables: install the extension pg_trgm (postgresql-contrib) and start again',
    )
    return false
  }
}
