import { setTimeout as nap } from 'node:timers/promises'
import { openPostgres } from '../../apps/server/src/database/connect.ts'

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
    try {
      const { db, close } = await openPostgres(databaseUrl, () => {})
      try {
        const job = db.selectFrom('jobs').select('last_run_at').where('name', '=', JOB)
        const at = (await job.executeTakeFirst())?.last_run_at?.getTime() ?? null
        if (at !== null && last !== null) longest = Math.max(longest, at - last - EVERY_MS)
        last = at ?? last
      } finally {
        await close()
      }
    } catch {
      // The database is away: the next look sees how long it was.
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
