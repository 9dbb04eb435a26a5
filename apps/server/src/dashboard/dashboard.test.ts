import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type DashboardStatistics } from '@ambit/contract'
import { type CustomUser, startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  // Bookings of earlier tests are in regions that are blocked by now.
  await server.deps.db.updateTable('regions').set({ status: 'blocked' }).where('id', '<>', town.region_id).execute()
  await server.client('superadmin').call(api.settings.update, {
    body: { featureFlags: { 'Dashboard:statistics': { enabled: true } } },
  })
})

const shown = async (as: Parameters<TestServer['client']>[0] = 'dispatcher') =>
  (await server.client(as).call(api.dashboard.show)).data

/** A stored booking at eight in the morning or at another time; trips do not matter here. */
const booked = async (status: string, pickup: string, zone_id = town.zone_id): Promise<void> => {
  const { db, clock } = server.deps
  const at = new Date(pickup)
  const place = { origin_name: 'A', origin_longitude: 153, origin_latitude: -27 }
  const there = { destination_name: 'B', destination_longitude: 153, destination_latitude: -27 }
  await db
    .insertInto('service_requests')
    .values({
      traveler_id: await passenger(),
      zone_id,
      status,
      passengers: JSON.stringify([{ fare_type: 'adult' }]),
      passenger_count: 1,
      ...place,
      ...there,
      pickup_location_id: town.stops.Market,
      pickup_lower_bound: at,
      pickup_upper_bound: at,
      dropoff_location_id: town.stops.School,
      dropoff_lower_bound: at,
      dropoff_upper_bound: at,
      max_ride_s: 1800,
      direct_s: 600,
      payment_method: 'cash',
      scaled_price: 3.5,
      total_price: 3.5,
      created_at: clock.now(),
      updated_at: clock.now(),
    } as never) // the optional columns may stay out
    .execute()
}
let people = 0
const passenger = () => town.passenger(`Rider Number${++people}`)

const nothing: DashboardStatistics = {
  on_board: 0,
  upcoming: 0,
  future: 0,
  completed: 0,
  no_show: 0,
  cancelled: 0,
  around_now: 0,
}

// covers: DASH-35, DASH-36, DASH-38
test('the dashboard counts pick-ups as upcoming, future and around now by their distance from now', async () => {
  expect((await shown()).statistics).toEqual(nothing)
  for (const time of ['07:00', '08:00', '08:29', '08:30', '08:59', '09:00', '23:59'])
    await booked('created', `2026-11-23T${time}:00+10:00`)
  await booked('unassigned', '2026-11-24T00:00:00+10:00')
  expect((await shown()).statistics).toEqual({ ...nothing, upcoming: 2, future: 4, around_now: 5 })
})

// covers: DASH-40, DASH-41, DASH-42
test('the dashboard counts ended bookings by their pick-up today in the zone’s own day', async () => {
  for (const status of ['no_show', 'cancelled'])
    for (const time of ['2026-11-22T23:59:00+10:00', '2026-11-23T00:00:00+10:00', '2026-11-23T07:30:00+10:00'])
      await booked(status, time)
  expect((await shown()).statistics).toMatchObject({ no_show: 2, cancelled: 2, completed: 0 })
  // In Lisbon it is ten in the evening of the day before, and all three were of that day.
  await server.deps.db.updateTable('zones').set({ time_zone: 'Europe/Lisbon' }).where('id', '=', town.zone_id).execute()
  expect((await shown()).statistics).toMatchObject({ no_show: 3, cancelled: 3 })
})

// covers: DASH-39
test('the dashboard counts a passenger as on board and then as completed', async () => {
  const crew = await town.vehicle('Van 1')
  await town.book({ who: await passenger(), from: 'Market', to: 'Hospital', at: '2026-11-23T08:00:00+10:00' })
  const step = async (status: 'on_board' | 'completed') =>
    server.deps.db.updateTable('service_requests').set({ status }).where('trip_id', '=', crew.trip_id).execute()
  await step('on_board')
  expect((await shown()).statistics).toMatchObject({ on_board: 1, completed: 0, upcoming: 0 })
  await step('completed')
  expect((await shown()).statistics).toMatchObject({ on_board: 0, completed: 1 })
})

// covers: DASH-06
test('the dashboard leaves out blocked regions and those that the account may not see', async () => {
  await booked('created', '2026-11-23T08:10:00+10:00')
  const limited: CustomUser = {
    permissions: ['Dashboard:dashboard:canRead', 'Dashboard:statistics:canRead', 'LiveBooking:booking:canRead'],
    region_ids: [town.region_id + 500],
  }
  expect((await shown()).statistics).toMatchObject({ upcoming: 1 })
  expect((await shown(limited)).statistics).toEqual(nothing)
  await server.deps.db.updateTable('regions').set({ status: 'blocked' }).where('id', '=', town.region_id).execute()
  expect((await shown()).statistics).toEqual(nothing)
})

// covers: DASH-07
test('statistics are answered where they are switched on, to users who may read bookings', async () => {
  const clerk: CustomUser = { permissions: ['Dashboard:dashboard:canRead', 'Dashboard:statistics:canRead'] }
  expect((await shown(clerk)).statistics).toBeNull()
  const fresh = await startTestServer()
  expect((await fresh.client('superadmin').call(api.dashboard.show)).data.statistics).toBeNull()
  await fresh.close()
})

test('set-up figures count what exists and leave out what the caller may not read', async () => {
  await town.vehicle('Van 1')
  const { setup } = await shown({ permissions: ['Dashboard:dashboard:canRead', 'RegionManagement:region:canRead'] })
  expect(setup).toMatchObject({ zones: null, vehicles: null, drivers: null, travelers: null, service_plans: null })
  expect(setup.regions).toBeGreaterThan(0)
  const before = (await shown()).setup
  await town.vehicle('Van 2', { until: '09:00' })
  const after = (await shown()).setup
  expect([after.vehicles! - before.vehicles!, after.drivers! - before.drivers!]).toEqual([1, 1])
  expect(after.service_plans! - before.service_plans!).toBe(1)
  server.deps.clock.set('2026-11-23T09:30:00+10:00')
  expect((await shown()).setup.service_plans).toBe(before.service_plans)
})
