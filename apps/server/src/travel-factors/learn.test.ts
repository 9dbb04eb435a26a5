import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { PastTrip } from '../demo/history.ts'
import { storeHistory } from '../demo/store-history.ts'
import { runJob } from '../testing/run-job.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, stopPoint } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { learnAtNight } from './learn.ts'

// From the harbour to the market and back is 100 s each way in free flow. It is Monday.
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
afterEach(() => nothingBroken(server))

const DRIVES = 8
const seconds = (time: string): number => Date.parse(time) / 1000

/** Drives back and forth from that moment on, always with a passenger, with a minute at each end. */
const shuttle = async (begins: string, drive: number, alone = false): Promise<void> => {
  const from = seconds(begins)
  const stops = Array.from({ length: DRIVES + 1 }, (_, index): PastTrip['stops'][number] => {
    const arrived = from + index * (drive + 60)
    const load = { seats: 1, wheelchairs: 0 }
    const planned = { arrival: arrived, begin: arrived, departure: arrived + 60, load, lateness: 0 }
    return { stop: index % 2, planned, arrived, departed: arrived + 60 }
  })
  const last = alone ? 1 : DRIVES - 1
  const end = stops[last]!.arrived
  const booking = {
    traveler: await town.passenger(`Rider ${begins} ${drive}`),
    passengers: 1,
    wheelchairs: 0,
    pickup: 0,
    dropoff: 1,
    pickupWindow: [from, from + 600] as [number, number],
    dropoffWindow: [end, end + 900] as [number, number],
    maxRide: 7200,
    direct: 100,
    bookedAt: from - 3600,
    outcome: 'completed' as const,
    pickupVisit: 0,
    dropoffVisit: last,
    boardedAt: from,
    droppedOffAt: end,
    rating: null,
  }
  const places = (['Harbour', 'Market'] as const).map((name) => {
    const [longitude, latitude] = stopPoint(name)
    return { location_id: town.stops[name], name, longitude, latitude, hub: false }
  })
  const roster = { vehicle: 0, driver: 0, lane: 1, zone: 0, shift: { from: 0, to: 0 } }
  await storeHistory(
    server.deps.db,
    { id: town.zone_id, name: 'Bayside', default_price: 3.5, stops: places },
    { vehicles: [{ id: van.vehicle_id, vehicle_number: 'Van 1' }], drivers: [{ id: van.driver_id }] },
    [{ roster, start: from, end: from + 7200, stops, bookings: [booking] }],
  )
}

const tonight = async (hour = 3): Promise<void> => {
  server.deps.clock.set(`2026-11-24T0${hour}:10:00+10:00`)
  await runJob(server.deps, learnAtNight)
}
const factorAt = async (hour: number) => {
  const query = { region_id: town.region_id }
  const { data } = await server.client('superadmin').call(api.travelFactors.show, { query })
  return data.factors[hour]
}

test('at night a region learns factors from drives with passengers on board', async () => {
  for (const date of ['2026-11-02', '2026-11-09', '2026-11-16']) {
    await shuttle(`${date}T08:05:00+10:00`, 148)
    // Most of these drives are empty and may include waiting.
    await shuttle(`${date}T11:05:00+10:00`, 290, true)
  }
  await tonight(4)
  expect(await factorAt(8)).toMatchObject({ factor: 1, source: 'free_flow' })
  await tonight()
  expect(await factorAt(8)).toMatchObject({ factor: 1.5, source: 'learnt', observations: 21 })
  // Nothing was driven on Tuesday: it is a weekday like the others.
  expect(await factorAt(24 + 8)).toMatchObject({ factor: 1.5, source: 'learnt' })
  expect(await factorAt(5 * 24 + 8)).toMatchObject({ source: 'free_flow' })
  expect(await factorAt(11)).toMatchObject({ source: 'free_flow' })
})

test('learning keeps factors set by staff, forgets drives of two months ago, and changes no plan without news', async () => {
  for (const date of ['2026-11-02', '2026-11-09', '2026-11-16']) await shuttle(`${date}T08:05:00+10:00`, 120)
  for (const date of ['2026-08-03', '2026-08-10', '2026-08-17']) await shuttle(`${date}T08:05:00+10:00`, 350)
  await server.client('superadmin').call(api.travelFactors.change, {
    query: { region_id: town.region_id },
    body: { factors: { 8: 2 } },
  })
  await tonight()
  expect(await factorAt(8)).toMatchObject({ factor: 2, source: 'set' })
  expect(await factorAt(24 + 8)).toMatchObject({ factor: 1.2, source: 'learnt' })
  const version = () =>
    server.deps.db.selectFrom('zone_plans').select('version').where('zone_id', '=', town.zone_id).execute()
  const before = await version()
  await tonight()
  expect(await version()).toEqual(before)
})

test('learning leaves out drives that went around a closed road', async () => {
  for (const date of ['2026-11-02', '2026-11-09', '2026-11-16']) await shuttle(`${date}T08:05:00+10:00`, 390)
  const [longitude, latitude] = at(500)
  await server.deps.db
    .insertInto('road_closures')
    .values({
      region_id: town.region_id,
      longitude,
      latitude,
      message: null,
      until: null,
      created_by: null,
      created_at: '2026-11-08T00:00:00Z',
      lifted_at: '2026-11-20T00:00:00Z',
    } as never) // the reach has a default
    .execute()
  await tonight()
  expect(await factorAt(8)).toMatchObject({ source: 'free_flow' })
})
