import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { runDueJobs, registerJobs } from '../jobs/runner.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { planningJobs } from './jobs.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await server.deps.db.deleteFrom('jobs').execute()
  await registerJobs(server.deps, planningJobs)
})
afterEach(() => nothingBroken(server))

/** Sets the clock and runs the jobs that are due. */
const at = async (time: string): Promise<void> => {
  server.deps.clock.set(`2026-11-23T${time.padEnd(8, ':00')}+10:00`)
  await runDueJobs(server.deps, planningJobs)
}
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const story = async (id: number): Promise<string[]> => {
  const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id } })
  return data.map(({ status, reasons }) => [status, ...reasons.map(({ code }) => code)].join(' '))
}

describe('planning jobs', () => {
  test('a booking is secured ten minutes before its window opens', async () => {
    const van = await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await at('08:49')
    expect((await booking(id)).status).toBe('assigned')
    await at('08:50')
    expect((await booking(id)).status).toBe('secured')
    expect(await story(id)).toEqual(['created', 'assigned as_offered', 'secured window_opens'])
  })

  test('a last-minute booking is secured after the optimiser had time to run, or at once without it', async () => {
    const van = await town.vehicle('Van 1')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    await at('08:50')
    server.deps.config.optimiser = true
    const seen = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await at('08:50:50')
    expect((await booking(seen.id)).status).toBe('assigned')
    await at('08:51')
    expect((await booking(seen.id)).status).toBe('secured')
    server.deps.config.optimiser = false
    const unseen = await town.book({ who: tom, from: 'Market', to: 'Hospital', at: '09:00' })
    await at('08:51:10')
    expect((await booking(unseen.id)).status).toBe('secured')
  })

  test('a zone in which nothing can be written keeps no other zone waiting', async () => {
    const { db } = server.deps
    const booked = []
    const broken = sql`old.zone_id = ${sql.lit(town.zone_id)}`
    for (const who of ['Maria Silva', 'Tom Baker']) {
      const van = await town.vehicle('Van 1')
      await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
      const ride = { who: await town.passenger(who), from: 'Market', to: 'Hospital', at: '09:00' } as const
      booked.push(await town.book(ride))
      if (booked.length < 2) town = await buildSmallTown(server)
    }
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
    await sql`create trigger fail before update on service_requests for each row when (${broken}) execute function fail()`.execute(
      db,
    )
    try {
      await at('08:50')
      const failed = await db.selectFrom('jobs').select(['name', 'last_error']).where('failures', '>', 0).execute()
      expect(failed).toEqual([{ name: 'dispatch.secure', last_error: 'Not all zones could be dealt with: no' }])
      const statuses = await Promise.all(booked.map(async ({ id }) => (await booking(id)).status))
      expect(statuses).toEqual(['assigned', 'secured'])
    } finally {
      await sql`drop trigger fail on service_requests; drop function fail()`.execute(db)
    }
  })

  test('an estimate changes with a new position or after a minute without one', async () => {
    const van = await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const expected = async () => (await booking(id)).pickup.eta
    await at('08:50')
    await at('09:06')
    const first = Date.parse((await expected())!)
    await at('09:06:30')
    expect(Date.parse((await expected())!)).toBe(first)
    const [longitude, latitude] = (await booking(id)).pickup.point
    const there = { longitude, latitude, bearing: 0, speed: 0, recorded_at: '2026-11-23T09:06:40+10:00' }
    await at('09:06:40')
    await van.client.call(api.driver.positions, { params: { id: van.trip_id }, body: { positions: [there] } })
    await at('09:06:45')
    expect(clockOf(await expected())).toBe('09:06')
    await at('09:07:30')
    expect(clockOf(await expected())).toBe('09:06')
    await at('09:07:45')
    expect(clockOf(await expected())).toBe('09:07')
  })

  // covers: MON-28, MON-29, MON-30
  test('lateness of a vehicle in a queue spreads to the stops ahead, and the schedule does not hide it', async () => {
    const van = await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const late = async () => {
      const { data } = await town.dispatcher.call(api.trips.active, { query: { filter: { zone: [town.zone_id] } } })
      return [data[0]!.late_status, data[0]!.late_by_s]
    }
    await at('08:50')
    expect(await late()).toEqual(['on-time', 0])
    await at('09:06')
    // Still at the harbour, 100 s away.
    expect(await late()).toEqual(['slightly-late', 460])
    await at('09:15')
    expect(await late()).toEqual(['very-late', 1000])
    const now = await booking(id)
    expect(clockOf(now.pickup.eta)).toBe('09:16')
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'School', to: 'Station', at: '09:15' })
    expect((await late())[1]).toBeGreaterThanOrEqual(1000)
  })

  test('a booking moves to another van in time when no driver signs on to the first', async () => {
    await town.vehicle('Van 1', { until: '10:00' })
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const second = await town.vehicle('Van 2')
    await second.client.call(api.driver.signOn, { params: { id: second.trip_id } })
    await at('08:39')
    expect((await booking(id)).vehicle_number).toBe('Van 1')
    await at('08:40')
    expect(await booking(id)).toMatchObject({ vehicle_number: 'Van 2', status: 'assigned' })
    expect(await story(id)).toContain('assigned rescued reassigned')
  })

  test('a replacement van is looked for twenty minutes ahead, however early bookings are secured', async () => {
    town = await buildSmallTown(server, { strategy: { secure_minutes: 30 } })
    await town.vehicle('Van 1', { until: '10:00' })
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const second = await town.vehicle('Van 2')
    await second.client.call(api.driver.signOn, { params: { id: second.trip_id } })
    await at('08:30')
    expect(await booking(id)).toMatchObject({ vehicle_number: 'Van 1', status: 'secured' })
    await at('08:40')
    expect((await booking(id)).vehicle_number).toBe('Van 2')
  })

  test('a booking without any vehicle ends in error and says so', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await at('09:20')
    expect((await booking(id)).status).toBe('secured')
    await at('09:30')
    expect(await booking(id)).toMatchObject({
      status: 'error',
      error_message: 'No vehicle was left that could serve this booking',
    })
  })

  test('of two bookings whose driver does not come, one moves to another van while the other ends in error', async () => {
    const first = await town.vehicle('Van 1', { wheelchairs: 1, until: '11:00' })
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const early = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00', wheelchairs: 1 })
    const later = await town.book({ who: tom, from: 'School', to: 'Station', at: '09:45' })
    const second = await town.vehicle('Van 2')
    await second.client.call(api.driver.signOn, { params: { id: second.trip_id } })
    expect((await booking(later.id)).trip_id).toBe(first.trip_id)
    await at('09:27')
    expect((await booking(early.id)).status).toBe('error')
    expect(await booking(later.id)).toMatchObject({ vehicle_number: 'Van 2', status: 'assigned' })
  })

  test('trips past their end complete when empty, and those that never began are cancelled', async () => {
    const [driven, idle] = [
      await town.vehicle('Van 1', { until: '09:00' }),
      await town.vehicle('Van 2', { until: '09:00' }),
    ]
    await driven.client.call(api.driver.signOn, { params: { id: driven.trip_id } })
    await at('09:10')
    await at('09:16')
    const states = await Promise.all(
      [driven, idle].map(
        async ({ trip_id }) =>
          (await town.dispatcher.call(api.trips.show, { params: { id: trip_id } })).data.current_state,
      ),
    )
    expect(states).toEqual(['completed', 'cancelled'])
  })
})

test('a completed ride accepts feedback once', async () => {
  const van = await town.vehicle('Van 1')
  const maria = await town.passenger('Maria Silva')
  const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '08:05' })
  const say = (rating: number) =>
    town.dispatcher.call(api.feedbacks.create, { body: { service_request_id: id, rating, comments: 'Kind driver' } })
  await expect(say(5)).rejects.toMatchObject({ status: 422, message: 'Only a completed booking can have feedback' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const stops = (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data.trip_stops
  server.deps.clock.set('2026-11-23T08:06:00+10:00')
  await van.client.call(api.driver.arrive, { params: { id: stops[0]!.id } })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params: { id: stops[0]!.id } })
  server.deps.clock.set('2026-11-23T08:10:00+10:00')
  await van.client.call(api.driver.arrive, { params: { id: stops[1]!.id } })
  await van.client.call(api.driver.dropOff, { params: { id } })
  expect((await say(5)).data).toMatchObject({ rating: 5, traveler_id: maria })
  await expect(say(4)).rejects.toMatchObject({ status: 409 })
})
