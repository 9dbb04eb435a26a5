import { afterEach, expect, test, vi } from 'vitest'
import { jobsFor } from '../../boot/job-list.ts'
import { startJobs } from '../../boot/run-jobs.ts'
import { byEngine } from '../../planning/change/booking-history.ts'
import { setStatus } from '../../planning/change/bookings.ts'
import { changePlan } from '../../planning/change/change-plan.ts'
import { shown, startWatching } from '../../testing/watching.ts'
import type { LiveBus, StoredEvent } from '../../live/bus.ts'
import { followCommits, GATHERED_MS } from './commits.ts'
import { watchExceptions } from './watch.ts'

const world = startWatching()
const { at, book, standing } = world

/** A ceiling, not a wait. */
const PATIENT = { timeout: 15_000 }
let stop: (() => Promise<void>) | null = null
afterEach(async () => {
  await stop?.()
  stop = null
})

// covers: EXC-35
// @test-tag long
test('what follows from a commit is judged by the commit itself, while the clock stands and no job falls due', async () => {
  const { server, town } = world
  const { db } = server.deps
  await town.vehicle('Van 1')
  const { id } = await book('Ann Berg', 'Market', 'School', '08:50')
  await book('Bea Kahn', 'Hospital', 'Station', '10:00')
  at('08:00:00')
  await db.deleteFrom('jobs').execute()
  stop = await startJobs(server.deps, [watchExceptions()])
  const job = () =>
    db
      .selectFrom('jobs')
      .where('name', '=', 'exceptions.watch')
      .select(['due_at', 'last_run_at'])
      .executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect((await job()).last_run_at).not.toBeNull(), PATIENT)
  // Its beat is five seconds of a clock that stands still: nothing but a commit makes it run.
  expect((await job()).due_at.toISOString()).toBe('2026-11-22T22:00:05.000Z')
  const waiting = async () => shown(await standing()).filter((one) => one.startsWith('booking_waiting'))
  expect(await waiting()).toEqual([])
  await changePlan(server.deps, town.zone_id, 'disruption', (change) =>
    setStatus(change, {
      id,
      status: 'unassigned',
      trip_id: null,
      set: { pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by: byEngine,
      reason: { code: 'vehicle_lost', text: 'The vehicle broke down' },
    }),
  )
  await vi.waitFor(async () => expect(await waiting()).toEqual(['booking_waiting soon']), PATIENT)
  expect((await job()).due_at.toISOString()).toBe('2026-11-22T22:00:05.000Z')
  expect(GATHERED_MS).toBeLessThan(500)
})

// covers: EXC-35
test('what follows from time alone is judged every 5 s by a job of every installation', () => {
  const job = jobsFor(world.server.deps.config).find(({ name }) => name === 'exceptions.watch')
  expect(job?.every).toBe(5000)
})

test('commits that come while it judges or rests are judged together after that, so that judging takes a fifth of the time at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    let told: Parameters<LiveBus['subscribe']>[0] = () => {}
    const live: LiveBus = {
      overtakes: false,
      subscribe: (listener) => {
        told = listener
        return () => (told = () => {})
      },
    }
    let judged = 0
    const end = followCommits(live, async () => {
      judged++
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    const commit = () => told({ kind: 'trip' } as StoredEvent) // all that is looked at
    for (let ms = 0; ms < 5000; ms += 10) {
      commit()
      await vi.advanceTimersByTimeAsync(10)
    }
    // At 150, and each 500 after it.
    expect(judged).toBe(10)
    end()
    commit()
    await vi.advanceTimersByTimeAsync(2000)
    expect(judged).toBe(10)
  } finally {
    vi.useRealTimers()
  }
})
