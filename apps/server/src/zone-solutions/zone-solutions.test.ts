import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const show = async () => (await town.dispatcher.call(api.zoneSolutions.show, { params: { id: town.zone_id } })).data

test('a zone solution shows the state of the zone’s plan and its last change', async () => {
  const empty = await show()
  expect(empty).toMatchObject({
    id: town.zone_id,
    zone_id: town.zone_id,
    region_id: town.region_id,
    replanned_at: null,
    replanned_by: null,
    trip_count: 0,
    booking_count: 0,
    unassigned_count: 0,
    vehicle_s: 0,
    driving_s: 0,
    distance_m: 0,
    empty_m: 0,
  })
  const van = await town.vehicle('Van 1', { from: '09:00', until: '12:00' })
  expect(await show()).toMatchObject({ replanned_by: 'schedule', trip_count: 1, vehicle_s: 3 * 3600, distance_m: 0 })
  // From the harbour one kilometre empty to the market, then two to the hospital.
  const ride = await town.book({ who: await town.passenger('Tom'), from: 'Market', to: 'Hospital', at: '10:00' })
  const booked = await show()
  expect(booked).toMatchObject({
    replanned_by: 'insertion',
    replanned_at: server.deps.clock.now().toISOString(),
    booking_count: 1,
    unassigned_count: 0,
    driving_s: 300,
  })
  expect(booked.distance_m).toBeCloseTo(3000, -2)
  expect(booked.empty_m! / booked.distance_m!).toBeCloseTo(1 / 3, 2)
  expect(booked.plan_version).toBeGreaterThan(empty.plan_version)
  // A driver who signs on raises the version without changing the plan.
  server.deps.clock.set('2026-11-23T09:00:00+10:00')
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const begun = await show()
  expect(begun).toMatchObject({ replanned_by: 'insertion', replanned_at: booked.replanned_at })
  expect(begun.plan_version).toBeGreaterThan(booked.plan_version)
  server.deps.clock.set('2026-11-23T09:30:00+10:00')
  expect(await show()).toMatchObject({ vehicle_s: 2.5 * 3600 })
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: ride.id }, body: {} })
  expect(await show()).toMatchObject({
    replanned_by: 'cancellation',
    replanned_at: server.deps.clock.now().toISOString(),
    booking_count: 0,
  })
})

test('zone solutions are listed by zone, only with the key and within the caller’s regions', async () => {
  const { data: zone } = await server.client('superadmin').call(api.zones.create, {
    body: { name: 'Hinterland', abbreviation: 'HI', region_id: town.region_id, time_zone: 'Australia/Brisbane' },
  })
  const list = async (filter: object, as = town.dispatcher) =>
    (await as.call(api.zoneSolutions.list, { query: { filter, sort: '-zone_name' } })).data.map(({ id }) => id)
  const mine = { region: [town.region_id] }
  expect((await list(mine)).toSorted((a, b) => a - b)).toEqual([town.zone_id, zone.id])
  expect(await list({ ...mine, zone: [zone.id] })).toEqual([zone.id])
  const permissions = ['ZoneSolutions:solution:canRead'] as const
  const elsewhere = server.client({ permissions: [...permissions], region_ids: [town.region_id + 1] })
  expect(await list(mine, elsewhere)).toEqual([])
  expect((await refusal(elsewhere.call(api.zoneSolutions.show, { params: { id: zone.id } }))).status).toBe(404)
  const other = server.client({ permissions: ['LiveBooking:booking:canRead'] })
  expect((await refusal(other.call(api.zoneSolutions.show, { params: { id: zone.id } }))).status).toBe(403)
})
