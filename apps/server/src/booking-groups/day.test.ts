// @module-tag long
import { expect, test } from 'vitest'
import { ApiError } from '@ambit/contract'
import { checkInvariants } from '../invariants/invariants.ts'
import { checkPlans } from '../planning/upkeep/check-plans.ts'
import { liveDay } from '../testing/day.ts'
import { bookGroup, people } from '../testing/groups.ts'
import { startTestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

/** longer in the long run of the tests */
const BUSY = process.env['AMBIT_LONG'] === '1' ? { minutes: 240, bookings: 60 } : { minutes: 60, bookings: 12 }

// covers: JRN-43
test('over a simulated day with the optimiser at work no two of a group ride in two vehicles', async () => {
  const now = '2026-11-23T08:00:00+10:00'
  const server = await startTestServer({ streets: straightStreets(), now, config: { optimiser: true } })
  const town = await buildSmallTown(server)
  const crews = [await town.vehicle('Van 1', { seats: 6 }), await town.vehicle('Van 2', { seats: 6 })]
  const { clock, db } = server.deps
  const split = () =>
    db
      .selectFrom('service_requests as a')
      .innerJoin('service_requests as b', 'b.booking_group_id', 'a.booking_group_id')
      .where('a.status', 'in', ['assigned', 'secured', 'on_board', 'completed'])
      .where('b.status', 'in', ['assigned', 'secured', 'on_board', 'completed'])
      .whereRef('a.trip_id', '<>', 'b.trip_id')
      .select(['a.id', 'b.id as other'])
      .execute()
  let groups = 0
  await liveDay(town, crews, { seed: 3, ...BUSY, noShows: 0.1, delay: 0.5, cancels: 6 }, async (step) => {
    if (step % 15 === 0) {
      const at = clockOf(new Date(clock.now().getTime() + 15 * 60_000).toISOString())
      const made = await bookGroup(town, await people(town, 2 + (step % 4)), { at }).catch((error: unknown) => {
        if (error instanceof ApiError) return null
        throw error
      })
      if (made !== null) groups += 1
    }
    expect(await split(), `after step ${step}`).toEqual([])
    if (step % 20 !== 19) return
    expect(await checkInvariants(db), `after step ${step}`).toEqual([])
    expect(await checkPlans(server.deps), `after step ${step}`).toEqual([])
  })
  expect(groups).toBeGreaterThan(2)
  expect(server.logged).toEqual([])
  await server.close()
}, 300_000)
