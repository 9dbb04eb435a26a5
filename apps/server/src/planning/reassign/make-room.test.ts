import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { registerJobs, runDueJobs } from '../../jobs/runner.ts'
import { failures, withFailingOptimiser } from '../../testing/failing-optimiser.ts'
import { nothingBroken } from '../../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildSmallTown } from '../../testing/small-town.ts'
import type { SmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { planningJobs } from '../jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { optimiser: true } })
})
afterAll(() => server.close())
afterEach(() => nothingBroken(server))

const shown = async (town: SmallTown, id: number) =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const confirm = (town: SmallTown, who: number, offering: number) =>
  town.dispatcher.call(api.serviceRequests.create, {
    body: { service_offering_id: offering, traveler_id: who, payment_method: 'cash' },
  })

/**
 * Ann is in the only van with a wheelchair space, and has its only seat; another van is free. Only if she changes
 * can Will, who needs the space and brings a friend, travel at this time.
 */
const annInTheWrongVan = async () => {
  const town = await buildSmallTown(server, { strategy: { max_wait_minutes: 10 } })
  const lift = await town.vehicle('Lift van', { seats: 1, wheelchairs: 1 })
  const ann = await town.passenger('Ann Lee')
  const booked = await town.book({ who: ann, from: 'Harbour', to: 'Station', at: '10:00' })
  const car = await town.vehicle('Car', { seats: 4 })
  for (const { client, trip_id } of [lift, car]) await client.call(api.driver.signOn, { params: { id: trip_id } })
  const will = await town.passenger('Will Park', { handicapped: true })
  const demand = { who: will, from: 'Harbour', to: 'Station', at: '10:00', people: 2, wheelchairs: 1 } as const
  return { town, ann: booked, demand }
}

// @test-tag long
test('another booking changes vehicle so that Will can travel, and keeps its promise', async () => {
  const { town, ann, demand } = await annInTheWrongVan()
  const search = await town.search(demand)
  const [offering] = search.service_offerings
  expect(offering?.meta.reasons[0]).toMatchObject({
    code: 'needs_room',
    text: expect.stringContaining('Moves 1 other booking to another vehicle'),
  })
  // Nothing has moved yet: it was only asked.
  expect((await shown(town, ann.id)).vehicle_number).toBe('Lift van')
  const { data: will } = await confirm(town, demand.who, offering!.id)
  const now = await shown(town, ann.id)
  expect([will.vehicle_number, now.vehicle_number]).toEqual(['Lift van', 'Car'])
  expect([now.pickup.lower_bound, now.pickup.upper_bound, now.dropoff.upper_bound]).toEqual([
    ann.pickup.lower_bound,
    ann.pickup.upper_bound,
    ann.dropoff.upper_bound,
  ])
  expect(Date.parse(now.pickup.eta!)).toBeLessThanOrEqual(Date.parse(ann.pickup.upper_bound))
  const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: ann.id } })
  expect(history.at(-1)!.reasons[0]!.text).toBe(`Moved to make room for booking ${will.id}, within its promised times`)
  // Confirming again is the same booking.
  expect((await confirm(town, demand.who, offering!.id)).data.id).toBe(will.id)
})

// covers: FX-36
test('a pinned booking is not moved to make room for another', async () => {
  const { town, ann, demand } = await annInTheWrongVan()
  const pin = { kind: 'pin' as const, service_request_ids: [ann.id], because: 'Knows the driver' }
  const { data: effect } = await town.dispatcher.call(api.effectPreviews.create, { body: pin })
  const [option] = effect.options
  const body = { action: effect.action, option: option!.key, token: option!.token }
  await town.dispatcher.call(api.effectPreviews.accept, { body })
  expect((await town.search(demand)).service_offerings).toEqual([])
})

// @test-tag long
test('a confirmation that needs room is refused when the spare vehicle was taken meanwhile', async () => {
  const { town, ann, demand } = await annInTheWrongVan()
  const { service_offerings } = await town.search(demand)
  const four = await town.passenger('A family of four')
  await town.book({ who: four, from: 'Harbour', to: 'Station', at: '10:00', people: 4 })
  await expect(confirm(town, demand.who, service_offerings[0]!.id)).rejects.toMatchObject({
    status: 409,
    errors: [{ code: 'offer_gone' }],
  })
  expect((await shown(town, ann.id)).vehicle_number).toBe('Lift van')
})

// @test-tag long
test.each(failures)(
  'a search finds no room when the optimiser %s, and a confirmation answers offer_gone',
  async (how) => {
    const { town, ann, demand } = await annInTheWrongVan()
    const { service_offerings } = await town.search(demand)
    await withFailingOptimiser(server, how, async () => {
      const search = await town.search(demand)
      expect(search.service_offerings).toEqual([])
      expect(search.message).not.toBeNull()
      await expect(confirm(town, demand.who, service_offerings[0]!.id)).rejects.toMatchObject({
        status: 409,
        errors: [{ code: 'offer_gone' }],
      })
    })
    expect(server.logged.at(-1)).toMatchObject({ level: 'error', message: 'the optimiser failed' })
    expect((await shown(town, ann.id)).vehicle_number).toBe('Lift van')
    expect((await town.search(demand)).service_offerings).toHaveLength(1)
  },
)

// @test-tag long
test('a secured booking does not make room, and without the optimiser no booking does', async () => {
  const { town, ann, demand } = await annInTheWrongVan()
  server.deps.config.optimiser = false
  expect((await town.search(demand)).service_offerings).toEqual([])
  server.deps.config.optimiser = true
  expect((await town.search(demand)).service_offerings).toHaveLength(1)
  server.deps.clock.set('2026-11-23T09:50:00+10:00')
  await secureNow(town, ann.id)
  expect((await town.search(demand)).service_offerings).toEqual([])
})

const secureNow = async (town: SmallTown, id: number): Promise<void> => {
  await registerJobs(server.deps, planningJobs)
  await runDueJobs(server.deps, planningJobs)
  expect((await shown(town, id)).status).toBe('secured')
}
