import type { ChildProcess } from 'node:child_process'
import { setTimeout as nap } from 'node:timers/promises'
import pg from 'pg'
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
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const tables = await client.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
      )
      const counts = tables.rows.map(({ name }) => `'${name}', (select count(*) from "${name}")`)
      // A call takes 100 arguments at most.
      const parts = Array.from({ length: Math.ceil(counts.length / 40) }, (_, at) =>
        counts.slice(at * 40, at * 40 + 40),
      ).map((some) => `jsonb_build_object(${some.join(', ')})`)
      const { rows } = await client.query<{ bytes: string; rows: Record<string, number> }>(
        `select pg_database_size(current_database()) as bytes, ${parts.join(' || ')} as rows`,
      )
      const [found] = rows
      if (found === undefined) throw new Error('a select without a table answers one row')
      return {
        in_use_mb: (heapUsed + external) / MB,
        process_mb: rss / MB,
        database_mb: Number(found.bytes) / MB,
        rows: found.rows,
      }
    } finally {
      await client.end()
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
