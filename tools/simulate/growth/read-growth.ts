import type { ChildProcess } from 'node:child_process'
import { setTimeout as nap } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgres } from '../../../apps/server/src/database/connect.ts'
import { Complaint } from '../server.ts'

/** What a server and its database hold at one moment. */
export type Reading = {
  /** what its own code has in use once garbage is collected, buffers included, and all that its process has; MB */
  in_use_mb: number
  process_mb: number
  database_mb: number
  /** of each table */
  rows: Record<string, number>
}

const ANSWERS_WITHIN_MS = 10_000
const MB = 1_000_000

/** Reads a server that `weigh-server.mjs` is loaded into, and its PostgreSQL. */
export const createReader = (child: ChildProcess, databaseUrl: string): (() => Promise<Reading>) => {
  let asked = 0
  return async () => {
    const { heapUsed, external, rss } = await weigh(child, (asked += 1))
    const { db, close } = await openPostgres(databaseUrl, () => {})
    try {
      const tables = await sql<{ name: string }>`
        select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
      const counts = tables.rows.map(
        ({ name }) => sql`select ${name}::text as name, count(*) as rows from ${sql.table(name)}`,
      )
      const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
      const size = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return {
        in_use_mb: (heapUsed + external) / MB,
        process_mb: rss / MB,
        database_mb: (size.rows[0]?.bytes ?? 0) / MB,
        rows: Object.fromEntries(rows.map(({ name, rows: count }) => [name, count])),
      }
    } finally {
      await close()
    }
  }
}

type Weighed = { weighed?: number; memory: NodeJS.MemoryUsage }

const weigh = async (child: ChildProcess, number: number): Promise<NodeJS.MemoryUsage> => {
  const { promise, resolve } = Promise.withResolvers<NodeJS.MemoryUsage>()
  const hear = ({ weighed, memory }: Weighed): void => {
    if (weighed === number) resolve(memory)
  }
  child.on('message', hear)
  try {
    child.send({ weigh: number })
    const memory = await Promise.race([promise, nap(ANSWERS_WITHIN_MS, null, { ref: false })])
    if (memory === null) throw new Complaint('The server does not tell what memory it uses.')
    return memory
  } finally {
    child.off('message', hear)
  }
}
