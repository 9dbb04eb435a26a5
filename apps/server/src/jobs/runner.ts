import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** Work that comes due again and again, done by one process at a time. */
export type Job = {
  name: string
  /** milliseconds of the server's clock between two runs */
  every: number
  run: (deps: Deps) => Promise<void>
}

/** How long a process may hold a job before another one takes it for dead: milliseconds of the wall's clock. */
const HELD = 10 * 60_000

/** Makes rows for jobs that have none; the first run is due at once. */
export const registerJobs = async ({ db, clock }: Deps, jobs: readonly Job[]): Promise<void> => {
  if (jobs.length === 0) return
  await db
    .insertInto('jobs')
    .values(jobs.map(({ name }) => ({ name, due_at: clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Runs what is due, in order of due time, each outside of a transaction of the runner's own (the embedded database
 * has one session). A claim row keeps other processes off; a failed run is logged and comes due again.
 */
export const runDueJobs = async (deps: Deps, jobs: readonly Job[]): Promise<number> => {
  let count = 0
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const failed = new Set<string>()
  for (;;) {
    const claimed = await claim(
      deps,
      [...byName.keys()].filter((name) => !failed.has(name)),
    )
    const job = claimed === null ? undefined : byName.get(claimed.name)
    if (claimed === null || job === undefined) return count
    let lastError: string | null = null
    try {
      await job.run(deps)
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error)
      failed.add(job.name)
      deps.log.error({ job: job.name, err: error }, 'job failed')
    }
    // Due times keep their beat, but never pile up: after a pause one run makes up for all that were missed.
    const now = deps.clock.now().getTime()
    const next = claimed.due_at.getTime() + job.every
    const due = next > now ? next : now + job.every - ((now - claimed.due_at.getTime()) % job.every)
    await deps.db
      .updateTable('jobs')
      .set({ due_at: new Date(due), last_run_at: deps.clock.now(), last_error: lastError, claimed_until: null })
      .where('name', '=', job.name)
      .execute()
    count += 1
  }
}

/** The next moment at which a job falls due; null when there is none. */
export const nextDue = async ({ db }: Deps, jobs: readonly Job[]): Promise<Date | null> => {
  if (jobs.length === 0) return null
  const row = await db
    .selectFrom('jobs')
    .select('due_at')
    .where(
      'name',
      'in',
      jobs.map(({ name }) => name),
    )
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

const claim = async ({ db, clock }: Deps, names: readonly string[]): Promise<{ name: string; due_at: Date } | null> => {
  if (names.length === 0) return null
  const { rows } = await sql<{ name: string; due_at: Date }>`
    update jobs set claimed_until = clock_timestamp() + ${`${HELD} milliseconds`}::interval
    where name = (
      select name from jobs
      where name = any(${names}::text[]) and due_at <= ${clock.now()}
        and (claimed_until is null or claimed_until < clock_timestamp())
      order by due_at, name limit 1 for update skip locked)
    returning name, due_at`.execute(db)
  return rows[0] ?? null
}
