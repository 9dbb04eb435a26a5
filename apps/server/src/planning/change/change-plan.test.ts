import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { byEngine } from './booking-history.ts'
import { planNow } from '../plan/cache.ts'
import { changePlan, planBefore, planChanged, previewChange } from './change-plan.ts'
import { recordTrips, updateTrip } from './trips.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})

const planRow = () =>
  server.deps.db
    .selectFrom('zone_plans')
    .where('zone_id', '=', town.zone_id)
    .select(['version', 'replanned_by'])
    .executeTakeFirstOrThrow()
const message = async (): Promise<string | null> => {
  const trip = await server.deps.db
    .selectFrom('trips')
    .where('id', '=', van.trip_id)
    .select('status_message')
    .executeTakeFirstOrThrow()
  return trip.status_message
}
const events = async (): Promise<number> => {
  const { count } = await server.deps.db
    .selectFrom('live_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('a change raises the version once and publishes each trip once, however often it writes', async () => {
  const [before, published] = [await planRow(), await events()]
  await changePlan(server.deps, town.zone_id, 'disruption', async (change) => {
    await updateTrip(change, van.trip_id, { status_message: 'Flat tyre' })
    await updateTrip(change, van.trip_id, { status_message: 'Flat tyre, mended' })
    await recordTrips(change, byEngine, [{ trip_id: van.trip_id, change: 'state', before: 'staged', after: 'live' }])
  })
  expect(await planRow()).toEqual({ version: before.version + 1, replanned_by: 'disruption' })
  expect(await events()).toBe(published + 1)
  expect(await message()).toBe('Flat tyre, mended')
})

test('a change that writes nothing raises no version and publishes nothing', async () => {
  const [before, published] = [await planRow(), await events()]
  const seen = await changePlan(server.deps, town.zone_id, 'rescue', async (change) => (await planBefore(change)).plan)
  expect(seen.trips.map(({ id }) => id)).toContain(van.trip_id)
  expect([await planRow(), await events()]).toEqual([before, published])
})

test('a change that fails leaves the plan as it was', async () => {
  const before = await planRow()
  const failing = changePlan(server.deps, town.zone_id, null, async (change) => {
    await updateTrip(change, van.trip_id, { status_message: 'Never' })
    throw new Error('halfway')
  })
  await expect(failing).rejects.toThrow('halfway')
  expect([await planRow(), await message()]).toEqual([before, null])
})

test('a preview answers what the change would, and nothing of it is committed or published', async () => {
  const [before, published] = [await planRow(), await events()]
  const inside = await previewChange(server.deps, town.zone_id, async (change) => {
    await updateTrip(change, van.trip_id, { status_message: 'Would be' })
    const trip = change.tx.selectFrom('trips').where('id', '=', van.trip_id).select('status_message')
    return (await trip.executeTakeFirstOrThrow()).status_message
  })
  expect(inside).toBe('Would be')
  expect([await planRow(), await events(), await message()]).toEqual([before, published, null])
})

test('a plan is not read for the cache once the change has written to it', async () => {
  const late = changePlan(server.deps, town.zone_id, null, async (change) => {
    await updateTrip(change, van.trip_id, { status_message: 'Written first' })
    return planBefore(change)
  })
  await expect(late).rejects.toThrow('The plan was to be read before it was changed')
})

test('settings that a preview tried are not planned with once it has been taken back', async () => {
  const { db, clock } = server.deps
  const [longitude, latitude] = at(600)
  const closed = { region_id: town.region_id, longitude, latitude, reach_m: 50, created_at: clock.now() }
  await planNow(server.deps, town.zone_id)
  const tried = await previewChange(server.deps, town.zone_id, async (change) => {
    await planBefore(change)
    await change.tx
      .insertInto('road_closures')
      .values(closed as never)
      .execute() // the optional columns stay out
    return (await planChanged(change)).plan.settings.closures.length
  })
  expect(tried).toBe(1)
  const configuration = JSON.stringify({ wait_minutes: 7 })
  await db.updateTable('service_strategies').set({ configuration }).where('zone_id', '=', town.zone_id).execute()
  const { settings } = await planNow(server.deps, town.zone_id)
  expect([settings.closures.length, settings.strategy.wait_minutes]).toEqual([0, 7])
})
