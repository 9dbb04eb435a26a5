import { sql } from 'kysely'
import { actingAs, type Context } from '../context/context.ts'
import { timed } from '../context/span.ts'
import type { Deps } from '../deps.ts'

/** Work that comes due again and again, done by one process at a time. */
export type Job = {
  name: string
  /** milliseconds of the server's clock between two runs */
  every: number
  /** milliseconds of the wall in which a run must end; a minute where nothing is said */
  deadline?: number
  /** `signal` aborts when the deadline is missed or the server stops: no further piece of work should begin */
  run: (deps: Deps, signal: AbortSignal) => Promise<void>
}

type Watched = { stop: AbortController; missed: boolean }
type Run = Watched & { ended: Promise<unknown> }

/** What this process runs at present. */
export type RunningJobs = {
  /** names the process, unlike all others */
  owner: string
  /** for the runs, which may take their time: claims have to find a connection also while all of these are in use */
  db: Deps['db']
  runs: Map<string, Run>
}

export const createRunningJobs = (owner: string, db: Deps['db']): RunningJobs => ({ owner, db, runs: new Map() })

const DEADLINE = 60_000
/** A claim of a process that was killed is free after this; one of a process that lives is renewed more often. By the database's clock. */
const LEASE = 15_000
const RENEW_EVERY = 5000
/** Servers' clocks differ by less; a due time so much later than the next beat was set by a clock that has gone back since. */
const SKEW = 10_000

/** Makes rows for jobs that have none; the first run is due at once. */
export const registerJobs = async ({ db, clock }: Deps, jobs: readonly Job[]): Promise<void> => {
  if (jobs.length === 0) return
  await db
    .insertInto('jobs')
    .values(jobs.map(({ name }) => ({ name, due_at: clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** It runs as soon as a process looks for due jobs and it does not run already, also where it is not due yet. */
export const wakeJob = async ({ db }: Pick<Deps, 'db'>, name: string): Promise<void> => {
  await db.updateTable('jobs').set({ woken: true }).where('name', '=', name).where('woken', '=', false).execute()
}

/** Releases all claimed jobs: for the start of a process that is alone on its database. */
export const releaseJobs = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.updateTable('jobs').set({ claimed_until: null }).where('claimed_until', 'is not', null).execute()
}

/**
 * Starts all jobs that are due and do not run in this process yet, each by itself and outside of a transaction of the
 * runner's own (the embedded database has one session). A claim row keeps other processes off; a failed run is logged
 * and comes due again.
 */
export const startDueJobs = async (deps: Deps, jobs: readonly Job[]): Promise<void> => {
  for (;;) {
    const claimed = await claimDue(deps, jobs, jobs.length)
    if (claimed.length === 0) return
    for (const one of claimed) void start(deps, jobs, one)
  }
}

/** Runs what is due, one job after the other in order of due time, so that tests know what happens when. Answers how many ran. */
export const runDueJobs = async (deps: Deps, jobs: readonly Job[]): Promise<number> => {
  let count = 0
  let open = jobs
  for (;;) {
    const [claimed] = await claimDue(deps, open, 1)
    if (claimed === undefined) return count
    const failed = (await start(deps, jobs, claimed)) !== null
    if (failed) open = open.filter(({ name }) => name !== claimed.name)
    count += 1
  }
}

/** The names of jobs that have missed their deadline and still run in this process. */
export const hangingJobs = ({ runs }: RunningJobs): string[] =>
  [...runs].flatMap(([name, { missed }]) => (missed ? [name] : []))

/** Asks all runs of this process to begin nothing more, and waits until they have ended. */
export const endJobs = async ({ runs }: RunningJobs): Promise<void> => {
  for (const { stop } of runs.values()) stop.abort()
  await Promise.all([...runs.values()].map(({ ended }) => ended))
}

/**
 * On a clock that is moved by hand: moves it to when the next jobs fall due, no later than the moment, and runs all
 * that do just then. Nothing is claimed: no other process runs them, because the clock is this process's own. Answers how many.
 */
export const runNextJobs = async (deps: Deps, jobs: readonly Job[], until: Date): Promise<number> => {
  const due = await dueNext(deps, jobs, until)
  const [first] = due
  if (first === undefined) return 0
  deps.clock.moveTo?.(first.due_at)
  const never = new AbortController().signal
  const ended: Ended[] = []
  for (const one of due) {
    const job = jobOf(jobs, one)
    const error = await attempt(deps, job, never)
    ended.push({ ...one, due_at: nextDue(deps, job, one), error })
  }
  await settle(deps, ended, { claimed: false })
  return ended.length
}

type Claimed = { name: string; due_at: Date }
type Ended = { name: string; due_at: Date; error: string | null }

const jobOf = (jobs: readonly Job[], { name }: Claimed): Job => {
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) throw new Error(`the job ${name} was claimed but not asked for`)
  return job
}

/** Runs a claimed job within its deadline and gives it back. Never throws; answers why it failed. */
const start = (deps: Deps, jobs: readonly Job[], claimed: Claimed): Promise<string | null> => {
  const { runs } = deps.jobs
  const job = jobOf(jobs, claimed)
  const run: Watched = { stop: new AbortController(), missed: false }
  const ended = runInTime(deps, job, run)
    .then(async (error) => {
      await settle(deps, [{ ...claimed, due_at: nextDue(deps, job, claimed), error }], { claimed: true })
      return error
    })
    .catch((error: unknown) => {
      // Its lease ends by itself.
      deps.log.error({ job: job.name, err: error }, 'a job could not be given back')
      return String(error)
    })
    .finally(() => runs.delete(job.name))
  runs.set(job.name, Object.assign(run, { ended }))
  return ended
}

/**
 * A run that misses its deadline is told in the log and beside the job, and its lease is renewed no more, so that another
 * process can take the job. This one does not, before the run has ended.
 */
const runInTime = async (deps: Deps, job: Job, run: Watched): Promise<string | null> => {
  const { name, deadline = DEADLINE } = job
  const late = `This job did not end within ${deadline / 1000} seconds`
  const renewing = setInterval(() => void renew(deps, name), RENEW_EVERY)
  const waiting = setTimeout(() => {
    clearInterval(renewing)
    run.missed = true
    run.stop.abort()
    deps.log.error({ job: name, deadline_ms: deadline }, 'a job missed its deadline')
    deps.measures.jobFailed(name)
    void noteMissed(deps, name, late)
  }, deadline)
  try {
    const error = await attempt(deps, job, run.stop.signal)
    return error ?? (run.missed ? late : null)
  } finally {
    clearTimeout(waiting)
    clearInterval(renewing)
  }
}

const attempt = async (deps: Deps, job: Job, signal: AbortSignal): Promise<string | null> => {
  try {
    const context = contextOf(deps, job.name, deps.clock.now())
    const work = () => actingAs(context, () => job.run({ ...deps, db: deps.jobs.db }, signal))
    const span = deps.tracing?.begin(`job ${job.name}`, { job: job.name }) ?? null
    await (span === null ? work() : timed(span, work))
    return null
  } catch (thrown) {
    deps.log.error({ job: job.name, err: thrown }, 'job failed')
    deps.measures.jobFailed(job.name)
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** Due times keep their beat, but never pile up: after a pause one run makes up for all that were missed. */
const nextDue = ({ clock }: Deps, { every }: Job, { due_at }: Claimed): Date => {
  const now = clock.now().getTime()
  const due = Math.min(due_at.getTime(), now)
  return new Date(due + every > now ? due + every : now + every - ((now - due) % every))
}

/** What one run of a job changes goes together. */
const contextOf = ({ clock }: Deps, name: string, due: Date): Context => {
  const kind = name.startsWith('dispatch.') ? 'engine' : 'job'
  return {
    actor_kind: kind,
    actor_name: name,
    action: name,
    via: kind,
    request_id: `${name} ${due.toISOString()}`,
    now: clock.now,
  }
}

const settle = async (
  { db, clock, jobs }: Deps,
  ended: readonly Ended[],
  { claimed }: { claimed: boolean },
): Promise<void> => {
  await sql`
    update jobs set due_at = v.due_at, last_run_at = ${clock.now()}, last_error = v.error, claimed_until = null,
      failures = case when v.error is null then 0 else jobs.failures + 1 end
    from unnest(${ended.map(({ name }) => name)}::text[], ${ended.map(({ due_at }) => due_at)}::timestamptz[],
      ${ended.map(({ error }) => error)}::text[]) as v(name, due_at, error)
    where jobs.name = v.name and (jobs.claimed_by = ${jobs.owner} or not ${claimed})`.execute(db)
}

const lease = sql`clock_timestamp() + ${`${LEASE} milliseconds`}::interval`

const renew = async ({ db, jobs, log }: Deps, name: string): Promise<void> => {
  try {
    await sql`update jobs set claimed_until = ${lease}
      where name = ${name} and claimed_by = ${jobs.owner} and claimed_until is not null`.execute(db)
  } catch (error) {
    log.warn({ job: name, err: error }, 'the claim of a job could not be renewed')
  }
}

const noteMissed = async ({ db, jobs, log }: Deps, name: string, last_error: string): Promise<void> => {
  try {
    await db
      .updateTable('jobs')
      .set({ last_error })
      .where('name', '=', name)
      .where('claimed_by', '=', jobs.owner)
      .execute()
  } catch (error) {
    log.warn({ job: name, err: error }, 'a missed deadline could not be stored')
  }
}

const claimDue = (deps: Deps, jobs: readonly Job[], most: number): Promise<Claimed[]> =>
  claim(
    deps,
    jobs.filter(({ name }) => !deps.jobs.runs.has(name)),
    { until: deps.clock.now(), most },
  )

/** Those of the earliest moment that are due by then or were woken, and are woken no longer. */
const dueNext = async ({ db }: Deps, jobs: readonly Job[], until: Date): Promise<Claimed[]> => {
  const names = jobs.map(({ name }) => name)
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'due_at', 'woken'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where((row) => row.or([row('due_at', '<=', until), row('woken', '=', true)]))
    .orderBy('due_at')
    .orderBy('name')
    .execute()
  const due = rows.filter(({ due_at }) => due_at.getTime() === rows[0]?.due_at.getTime())
  const woken = due.flatMap((row) => (row.woken ? [row.name] : []))
  if (woken.length > 0) await db.updateTable('jobs').set({ woken: false }).where('name', 'in', woken).execute()
  return due
}

/** Claims jobs of the earliest moment that is due, at most so many: those that are due, were to be by a clock that has gone back, or were woken. */
const claim = async (
  { db, jobs: { owner } }: Deps,
  jobs: readonly Job[],
  { until, most }: { until: Date; most: number },
): Promise<Claimed[]> => {
  if (jobs.length === 0) return []
  const names = jobs.map(({ name }) => name)
  const beats = jobs.map(({ every }) => every + SKEW)
  const { rows } = await sql<Claimed>`
    with next as (
      select name, due_at
      from jobs join unnest(${names}::text[], ${beats}::float8[]) as asked(name, beat) using (name)
      where (due_at <= ${until} or woken or due_at > ${until}::timestamptz + beat * interval '1 millisecond')
        and (claimed_until is null or claimed_until < clock_timestamp())
      order by due_at, name limit ${most} for update of jobs skip locked)
    update jobs set claimed_until = ${lease}, claimed_by = ${owner}, woken = false
    where name in (select name from next where due_at = (select min(due_at) from next))
    returning name, due_at`.execute(db)
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
