import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { advanceClock } from '../clock/advance.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { endJobs, hangingJobs, type Job, registerJobs, releaseJobs, runDueJobs, startDueJobs } from './runner.ts'

const MINUTE = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: '2026-11-23T08:00:00Z' })
})
afterAll(() => server.close())

const ran: string[] = []
const job = (name: string, minutes: number, run: () => Promise<void> = async () => {}): Job => ({
  name,
  every: minutes * MINUTE,
  run: async ({ clock }) => {
    ran.push(`${clock.now().toISOString().slice(11, 16)} ${name}`)
    await run()
  },
})
const takeRuns = (): string[] => ran.splice(0)

describe('jobs', () => {
  test('run when they are due, keep their interval and never pile up', async () => {
    const { deps } = server
    const jobs = [job('five', 5), job('twelve', 12)]
    await registerJobs(deps, jobs)
    expect(await runDueJobs(deps, jobs)).toBe(2)
    expect(await runDueJobs(deps, jobs)).toBe(0)
    deps.clock.advance(7 * MINUTE)
    await runDueJobs(deps, jobs)
    deps.clock.advance(3 * MINUTE)
    await runDueJobs(deps, jobs)
    deps.clock.advance(60 * MINUTE)
    await runDueJobs(deps, jobs)
    expect(takeRuns()).toEqual(['08:00 five', '08:00 twelve', '08:07 five', '08:10 five', '09:10 twelve', '09:10 five'])
    deps.clock.advance(2 * MINUTE)
    await runDueJobs(deps, jobs)
    expect(takeRuns()).toEqual(['09:12 twelve'])
  })

  test('log a failure, do not delay other jobs for it, and run the failed job again when due', async () => {
    const { deps } = server
    let broken = true
    const failing = job('failing', 1, async () => {
      if (broken) throw new Error('not today')
    })
    const jobs = [failing, job('healthy', 1)]
    await registerJobs(deps, jobs)
    await runDueJobs(deps, jobs)
    expect(takeRuns().toSorted()).toEqual(['09:12 failing', '09:12 healthy'])
    expect(server.logged.at(-1)).toMatchObject({ message: 'job failed', fields: { job: 'failing' } })
    const row = await deps.db.selectFrom('jobs').selectAll().where('name', '=', 'failing').executeTakeFirstOrThrow()
    expect(row.last_error).toBe('not today')
    broken = false
    deps.clock.advance(MINUTE)
    await runDueJobs(deps, jobs)
    expect(takeRuns()).toContain('09:13 failing')
  })

  test('run in one process only, and are taken over from a dead process', async () => {
    const { deps } = server
    let release: () => void = () => {}
    const slow = job('slow', 1, () => new Promise((done) => (release = done)))
    await registerJobs(deps, [slow])
    const first = runDueJobs(deps, [slow])
    while (ran.length === 0) await new Promise((done) => setTimeout(done, 10))
    expect(await runDueJobs(deps, [slow])).toBe(0)
    release()
    await first
    expect(takeRuns()).toHaveLength(1)
    await deps.db
      .updateTable('jobs')
      .set({ claimed_until: new Date(0) })
      .where('name', '=', 'slow')
      .execute()
    deps.clock.advance(MINUTE)
    const again = runDueJobs(deps, [slow])
    while (ran.length === 0) await new Promise((done) => setTimeout(done, 10))
    release()
    expect(await again).toBe(1)
    takeRuns()
  })

  test('are free again at the next start of a single process that was killed', async () => {
    const { deps } = server
    const jobs = [job('held', 1)]
    await registerJobs(deps, jobs)
    await deps.db
      .updateTable('jobs')
      .set({ claimed_until: new Date(Date.now() + 600_000) })
      .where('name', '=', 'held')
      .execute()
    expect(await runDueJobs(deps, jobs)).toBe(0)
    await releaseJobs(deps)
    expect(await runDueJobs(deps, jobs)).toBe(1)
    takeRuns()
  })
})

const rowOf = ({ deps }: TestServer, name: string) =>
  deps.db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

describe('a job that hangs', () => {
  /** Runs until it is released; the signal of its last run. */
  const hangingJob = (name: string, deadline: number) => {
    const hanging = { release: () => {}, signal: new AbortController().signal }
    const run: Job['run'] = (_, signal) => {
      ran.push(name)
      hanging.signal = signal
      return new Promise((done) => (hanging.release = done))
    }
    return { hanging, job: { name, every: MINUTE, deadline, run } }
  }

  test('keeps no other job from its beat, and does not run twice at once', async () => {
    const { deps } = server
    const { hanging, job: stuck } = hangingJob('stuck', 3600_000)
    const jobs = [stuck, job('lively', 1)]
    await registerJobs(deps, jobs)
    for (let n = 0; n < 3; n += 1) {
      await startDueJobs(deps, jobs)
      await expect.poll(() => deps.jobs.runs.has('lively')).toBe(false)
      deps.clock.advance(MINUTE)
    }
    const names = takeRuns().map((one) => one.split(' ').at(-1))
    expect(names.toSorted()).toEqual(['lively', 'lively', 'lively', 'stuck'])
    hanging.release()
    await endJobs(deps.jobs)
  })

  test('is told beside the job and in the log when it misses its deadline, and runs again once it has ended', async () => {
    const { deps } = server
    const { hanging, job: late } = hangingJob('late', 20)
    await registerJobs(deps, [late])
    await startDueJobs(deps, [late])
    await expect.poll(() => hangingJobs(deps.jobs)).toEqual(['late'])
    const sentence = 'This job did not end within 0.02 seconds'
    await expect.poll(async () => (await rowOf(server, 'late')).last_error).toBe(sentence)
    expect(server.logged.at(-1)).toMatchObject({ level: 'error', message: 'a job missed its deadline' })
    expect(hanging.signal.aborted).toBe(true)
    // Its claim has ended, so another process could take it; this one does not, while it runs.
    await deps.db
      .updateTable('jobs')
      .set({ claimed_until: new Date(0) })
      .where('name', '=', 'late')
      .execute()
    deps.clock.advance(MINUTE)
    await startDueJobs(deps, [late])
    expect(takeRuns()).toEqual(['late'])
    hanging.release()
    await endJobs(deps.jobs)
    expect(await rowOf(server, 'late')).toMatchObject({ claimed_until: null, last_error: sentence })
    deps.clock.advance(MINUTE)
    await startDueJobs(deps, [late])
    expect(takeRuns()).toEqual(['late'])
    hanging.release()
    await endJobs(deps.jobs)
  })

  test('gives nothing back that another process has taken since', async () => {
    const { deps } = server
    const { hanging, job: taken } = hangingJob('taken', 3600_000)
    await registerJobs(deps, [taken])
    await startDueJobs(deps, [taken])
    const theirs = { claimed_by: 'another process', claimed_until: new Date(Date.now() + MINUTE) }
    await deps.db.updateTable('jobs').set(theirs).where('name', '=', 'taken').execute()
    hanging.release()
    await endJobs(deps.jobs)
    expect(await rowOf(server, 'taken')).toMatchObject({ ...theirs, last_run_at: null })
    takeRuns()
  })

  // @test-tag long
  test('has its claim renewed while it runs within its deadline', async () => {
    const { deps } = server
    const { hanging, job: long } = hangingJob('long', 3600_000)
    await registerJobs(deps, [long])
    await startDueJobs(deps, [long])
    const until = async () => (await rowOf(server, 'long')).claimed_until?.getTime() ?? 0
    const first = await until()
    expect(first - Date.now()).toBeLessThanOrEqual(15_000)
    await expect.poll(until, { timeout: 30_000 }).toBeGreaterThan(first)
    hanging.release()
    await endJobs(deps.jobs)
    takeRuns()
  })
})

describe('the clock', () => {
  test('that goes back by days leaves no job waiting for days', async () => {
    const { deps } = server
    const jobs = [job('waiting', 1)]
    await registerJobs(deps, jobs)
    deps.clock.advance(3 * 24 * 60 * MINUTE)
    expect(await runDueJobs(deps, jobs)).toBe(1)
    deps.clock.advance(-3 * 24 * 60 * MINUTE)
    expect(await runDueJobs(deps, jobs)).toBe(1)
    expect(await runDueJobs(deps, jobs)).toBe(0)
    deps.clock.advance(MINUTE)
    expect(await runDueJobs(deps, jobs)).toBe(1)
    takeRuns()
  })

  test('runs each job on the way of a virtual clock in order of time, the same way each time', async () => {
    const { deps } = server
    const jobs = [job('a', 7), job('b', 10)]
    await registerJobs(deps, jobs)
    const { clock } = deps
    const virtual = { ...deps, clock: { ...clock, moveTo: (time: Date) => clock.set(time) } }
    clock.set('2026-11-23T12:00:00Z')
    await deps.db.updateTable('jobs').set({ due_at: clock.now() }).where('name', 'in', ['a', 'b']).execute()
    const answer = await advanceClock(virtual, jobs, new Date('2026-11-23T12:25:00Z'))
    expect(answer).toEqual({ now: new Date('2026-11-23T12:25:00Z'), jobs_run: 7 })
    expect(takeRuns()).toEqual(['12:00 a', '12:00 b', '12:07 a', '12:10 b', '12:14 a', '12:20 b', '12:21 a'])
    await expect(advanceClock(virtual, jobs, new Date('2026-11-23T12:24:00Z'))).rejects.toThrow(
      'Time does not run backwards',
    )
  })

  test('runs a job again that could not be given back when it had run, as nobody else has this clock', async () => {
    const { deps } = server
    const { clock, db } = deps
    const virtual = { ...deps, clock: { ...clock, moveTo: (time: Date) => clock.set(time) } }
    const jobs = [job('stuck', 10)]
    await registerJobs(deps, jobs)
    await sql`create function keep_it() returns trigger language plpgsql as $$
      begin if new.claimed_until is null then raise 'the database went away'; end if; return new; end $$`.execute(db)
    await sql`create trigger keep_it before update on jobs for each row execute function keep_it()`.execute(db)
    const later = (minutes: number) => advanceClock(virtual, jobs, new Date(clock.now().getTime() + minutes * MINUTE))
    await expect(later(1)).rejects.toThrow('the database went away')
    await sql`drop function keep_it cascade`.execute(db)
    takeRuns()
    expect((await later(1)).jobs_run).toBe(1)
    expect(takeRuns()).toHaveLength(1)
  })

  test('refuses to move a real clock', async () => {
    const now = '2027-01-01T00:00:00Z'
    expect((await refusal(server.client('superadmin').call(api.clock.advance, { body: { now } }))).status).toBe(409)
    expect((await refusal(server.client('administrator').call(api.clock.advance, { body: { now } }))).status).toBe(403)
  })
})
