import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { advanceClock } from '../clock/advance.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type Job, registerJobs, releaseJobs, runDueJobs } from './runner.ts'

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

describe('the clock', () => {
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

  test('refuses to move a real clock', async () => {
    const now = '2027-01-01T00:00:00Z'
    expect((await refusal(server.client('superadmin').call(api.clock.advance, { body: { now } }))).status).toBe(409)
    expect((await refusal(server.client('administrator').call(api.clock.advance, { body: { now } }))).status).toBe(403)
  })
})
