import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../invariants/invariants.ts'
import { liveDay } from '../testing/day.ts'
import { startTestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { checkPlans } from './upkeep/check-plans.ts'

let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(await startTestServer({ streets: straightStreets(), now: '2026-11-23T08:00:00+10:00' }), {
    strategy: { door_to_door: true },
  })
})
afterEach(() => town.server.close())

/** longer in the long run of the tests */
const BUSY = process.env['AMBIT_LONG'] === '1' ? { minutes: 120, bookings: 50 } : { minutes: 60, bookings: 25 }

test('a busy time with delays, no-shows and cancellations breaks no invariant', async () => {
  const crews = [
    await town.vehicle('Van 1', { seats: 3, wheelchairs: 1, folding: 2 }),
    await town.vehicle('Van 2', { seats: 4 }),
  ]
  const counts = await liveDay(
    town,
    crews,
    { seed: 11, ...BUSY, noShows: 0.1, delay: 0.6, cancels: 6 },
    async (step) => {
      if (step % 20 !== 19) return
      expect(await checkInvariants(town.server.deps.db), `after step ${step}`).toEqual([])
      expect(await checkPlans(town.server.deps), `after step ${step}`).toEqual([])
    },
  )
  expect(counts.booked).toBeGreaterThan(10)
  expect(counts.no_shows).toBeGreaterThan(0)
  expect(town.server.logged).toEqual([])
}, 300_000)
