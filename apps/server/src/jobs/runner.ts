import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** Work that comes due again and again, done by one process at a time. */
export type Job = {
  name: string
  /** milliseconds of the server's clock between two runs */
  every: number
  /** waits for other machines, and so runs beside the other jobs, not between them */
  remote?: true
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

/** Releases all claimed jobs: for the start of a process that is alone on its database. */
export const releaseJobs = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.updateTable('jobs').set({ claimed_until: null }).where('claimed_until', 'is not', null).execute()
}

/**
 * Runs what is due, in order of due time, each outside of a transaction of the runner's own (the embedded database
 * has one session). A claim row keeps other processes off; a failed run is logged and comes due again.
 */
export const runDueJobs = async (deps: Deps, jobs: readonly Job[]): Promise<number> => {
  let count = 0
  let open = jobs
  for (;;) {
    const [claimed] = await claim(deps, open, deps.clock.now(), 1)
    if (claimed === undefined) return count
    const ended = await runClaimed(deps, jobs, claimed)
    await settle(deps, [ended])
    if (ended.error !== null) open = open.filter(({ name }) => name !== ended.name)
    count += 1
  }
}

/**
 * On a clock that is moved by hand: moves it to when the next jobs fall due, no later than the moment, and runs all
 * that do just then, under one claim. No other process runs them, because the clock is this process's own. Answers how many.
 */
export const runNextJobs = async (deps: Deps, jobs: readonly Job[], until: Date): Promise<number> => {
  const claimed = await claim(deps, jobs, until, jobs.length)
  const [first] = claimed
  if (first === undefined) return 0
  deps.clock.moveTo?.(first.due_at)
  const ended: Ended[] = []
  for (const one of claimed) ended.push(await runClaimed(deps, jobs, one))
  await settle(deps, ended)
  return ended.length
}

type Claimed = { name: string; due_at: Date }
type Ended = { name: string; due_at: Date; error: string | null }

const runClaimed = async (deps: Deps, jobs: readonly Job[], { name, due_at }: Claimed): Promise<Ended> => {
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) throw new Error(`the job ${name} was claimed but not asked for`)
  let error: string | null = null
  try {
    await job.run(deps)
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown)
    deps.log.error({ job: name, err: thrown }, 'job failed')
  }
  // Due times keep their beat, but never pile up: after a pause one run makes up for all that were missed.
  const now = deps.clock.now().getTime()
  const next = due_at.getTime() + job.every
  const due = next > now ? next : now + job.every - ((now - due_at.getTime()) % job.every)
  return { name, due_at: new Date(due), error }
}

const settle = async ({ db, clock }: Deps, ended: readonly Ended[]): Promise<void> => {
  await sql`
    update jobs set due_at = v.due_at, last_run_at = ${clock.now()}, last_error = v.error, claimed_until = null
    from unnest(${ended.map(({ name }) => name)}::text[], ${ended.map(({ due_at }) => due_at)}::timestamptz[],
      ${ended.map(({ error }) => error)}::text[]) as v(name, due_at, error)
    where jobs.name = v.name`.execute(db)
}

/** Claims jobs of the earliest moment that is due, at most so many. */
const claim = async ({ db }: Deps, jobs: readonly Job[], until: Date, most: number): Promise<Claimed[]> => {
  if (jobs.length === 0) return []
  const names = jobs.map(({ name }) => name)
  const { rows } = await sql<Claimed>`
    with next as (
      select name, due_at from jobs
      where name = any(${names}::text[]) and due_at <= ${until}
        and (claimed_until is null or claimed_until < clock_timestamp())
      order by due_at, name limit ${most} for update skip locked)
    update jobs set claimed_until = clock_timestamp() + ${`${HELD} milliseconds`}::interval
    where name in (select name from next where due_at = (select min(due_at) from next))
    returning name, due_at`.execute(db)
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
