import { setTimeout as nap } from 'node:timers/promises'
import pg from 'pg'

/** The job that runs most often, and how often that is. */
const JOB = 'dispatch.secure'
const EVERY_MS = 10_000
const LOOK_EVERY_MS = 500

/** Watches in the database itself when the job last ended well: how long it was overdue at most. */
export const watchJobs = (databaseUrl: string): { longest: () => number; stop: () => Promise<void> } => {
  let longest = 0
  let last: number | null = null
  const ended = new AbortController()
  const look = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    // A connection that breaks tells it as an event, too.
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select last_run_at from jobs where name = $1', [JOB])
      const at: unknown = rows[0]?.last_run_at
      if (!(at instanceof Date)) return
      if (last !== null) longest = Math.max(longest, at.getTime() - last - EVERY_MS)
      last = at.getTime()
    } catch {
      // The database is away: the next look sees how long it was.
    } finally {
      await client.end().catch(() => {})
    }
  }
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await look()
      await nap(LOOK_EVERY_MS)
    }
  })()
  return {
    longest: () => longest,
    stop: async () => {
      ended.abort()
      await watching
    },
  }
}
