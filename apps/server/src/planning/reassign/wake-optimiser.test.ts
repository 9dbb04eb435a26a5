import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '@ambit/contract'
import { registerJobs, runDueJobs } from '../../jobs/runner.ts'
import { failures, withFailingOptimiser } from '../../testing/failing-optimiser.ts'
import { nothingBroken } from '../../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildSmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { planningJobs } from '../jobs.ts'
import { updateEtas } from '../upkeep/update-etas.ts'
import { OPTIMISE, wakeOptimiser } from './wake-optimiser.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { optimiser: true } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('jobs').execute()
  await registerJobs(server.deps, planningJobs)
})
afterEach(() => vi.restoreAllMocks())
afterEach(() => nothingBroken(server))

/** One van is booked for the two ends of the road in turn; then a second van comes, and Eve asks. */
const twoEndsOfTheRoad = async () => {
  const town = await buildSmallTown(server)
  const first = await town.vehicle('Van 1')
  const rides: number[] = []
  for (const [index, name] of ['Ann', 'Ben', 'Cy', 'Dee'].entries()) {
    const [from, to] = index % 2 === 1 ? (['Station', 'Hospital'] as const) : (['Harbour', 'Market'] as const)
    rides.push((await town.book({ who: await town.passenger(name), from, to, at: `10:${index}0` })).id)
  }
  const second = await town.vehicle('Van 2')
  for (const { client, trip_id } of [first, second]) await client.call(api.driver.signOn, { params: { id: trip_id } })
  const vehicles = async () => {
    const all = await Promise.all(rides.map((id) => town.dispatcher.call(api.serviceRequests.show, { params: { id } })))
    return all.map(({ data }) => data.vehicle_number)
  }
  const eve = { who: await town.passenger('Eve'), from: 'Harbour', to: 'Market', at: '10:40' } as const
  return { town, vehicles, eve }
}

/** Whether planning looks at once, rather than in half a minute. */
const isDue = async (): Promise<boolean> => {
  const job = server.deps.db.selectFrom('jobs').select(['due_at', 'woken']).where('name', '=', OPTIMISE)
  const { due_at, woken } = await job.executeTakeFirstOrThrow()
  return woken || due_at <= server.deps.clock.now()
}
/** Within a beat of every job: what is due later was due by a clock that has gone back, and runs at once. */
const notBeforeLong = () =>
  server.deps.db
    .updateTable('jobs')
    .set({ due_at: new Date(server.deps.clock.now().getTime() + 15_000), woken: false })
    .execute()

// @test-tag long
test('a new booking brings the next optimiser run forward', async () => {
  const { town, vehicles, eve } = await twoEndsOfTheRoad()
  await notBeforeLong()
  expect(await runDueJobs(server.deps, planningJobs)).toBe(0)
  await town.book(eve)
  expect(await isDue()).toBe(true)
  expect(await vehicles()).toEqual(['Van 1', 'Van 1', 'Van 1', 'Van 1'])
  expect(await runDueJobs(server.deps, planningJobs)).toBe(1)
  expect(new Set(await vehicles()).size).toBe(2)
})

// @test-tag long
test.each(failures)('the job that looks for better plans logs an optimiser that %s, and goes on', async (how) => {
  const { town, eve } = await twoEndsOfTheRoad()
  await notBeforeLong()
  await town.book(eve)
  await withFailingOptimiser(server, how, () => runDueJobs(server.deps, planningJobs))
  expect(server.logged.at(-1)).toMatchObject({ level: 'error', message: 'the optimiser failed' })
  const job = server.deps.db.selectFrom('jobs').select('last_error').where('name', '=', OPTIMISE)
  expect((await job.executeTakeFirstOrThrow()).last_error).toBeNull()
})

test('a cancellation brings the next optimiser run forward, because its seat may serve another booking', async () => {
  const { town, eve } = await twoEndsOfTheRoad()
  const { id } = await town.book(eve)
  await notBeforeLong()
  expect(await isDue()).toBe(false)
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  expect(await isDue()).toBe(true)
})

test('a booking made while planning looks for a better plan brings another run', async () => {
  const { town, eve } = await twoEndsOfTheRoad()
  await notBeforeLong()
  const { ask } = server.deps.planning.optimiser
  vi.spyOn(server.deps.planning.optimiser, 'ask').mockImplementationOnce(async (task) => {
    await town.book(eve)
    return ask(task)
  })
  await wakeOptimiser(server.deps, town.zone_id)
  expect(await runDueJobs(server.deps, planningJobs)).toBe(2)
})

test('on a manual clock the optimiser runs before any vehicle can set out', async () => {
  const { town, vehicles, eve } = await twoEndsOfTheRoad()
  const { clock } = server.deps
  expect(await vehicles()).toEqual(['Van 1', 'Van 1', 'Van 1', 'Van 1'])
  clock.moveTo = () => {}
  await town.book(eve)
  delete clock.moveTo
  expect(new Set(await vehicles()).size).toBe(2)
})

test('a vehicle that becomes late for a promise brings the next optimiser run forward, once', async () => {
  const { town } = await twoEndsOfTheRoad()
  const { clock } = server.deps
  clock.set('2026-11-23T09:50:00+10:00')
  await notBeforeLong()
  await updateEtas(server.deps, town.zone_id)
  expect(await isDue()).toBe(false)
  // Van 1 has not moved, and Ann was to be fetched from 10:00 on.
  clock.set('2026-11-23T10:30:00+10:00')
  await notBeforeLong()
  await updateEtas(server.deps, town.zone_id)
  expect(await isDue()).toBe(true)
  clock.advance(60_000)
  await notBeforeLong()
  await updateEtas(server.deps, town.zone_id)
  expect(await isDue()).toBe(false)
})

test('an estimate that slips past a promise by too little to publish counts as late once it is published', async () => {
  const town = await buildSmallTown(server)
  const van = await town.vehicle('Van 1')
  const ann = await town.book({ who: await town.passenger('Ann'), from: 'Harbour', to: 'Market', at: '10:00' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const { clock } = server.deps
  // The van is at Ann's stop and does not report: it is expected now.
  const lookedFor = async (seconds: number): Promise<boolean> => {
    clock.set(new Date(Date.parse(ann.pickup.upper_bound) + seconds * 1000).toISOString())
    await notBeforeLong()
    await updateEtas(server.deps, town.zone_id)
    return isDue()
  }
  expect([await lookedFor(-5), await lookedFor(5), await lookedFor(20), await lookedFor(40)]).toEqual([
    false,
    false,
    true,
    false,
  ])
})
