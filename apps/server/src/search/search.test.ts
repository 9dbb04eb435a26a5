import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type SearchType } from '@ambit/contract'
import { ensureSearchIndexes } from '../database/search-indexes.ts'
import { refusal } from '../testing/refusal.ts'
import { type CustomUser, startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
const everythingOn = { enabled: true, globalSearchEnabled: true }
const setModules = async (modules: object) => {
  await server.deps.db.deleteFrom('settings').where('key', '=', 'modules').execute()
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'modules', value: JSON.stringify(modules) })
    .execute()
}
const modulesOn = () =>
  setModules({
    VehicleManagement: everythingOn,
    RegionManagement: everythingOn,
    ZoneManagement: everythingOn,
    LiveBookings: everythingOn,
    TripManagement: everythingOn,
  })

beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await modulesOn()
})

const find = (type: SearchType, query: string, more: { region?: number[]; page?: number; per_page?: number } = {}) =>
  server.client('superadmin').call(api.search.find, { query: { type: [type], query, ...more } })

const addVehicle = async (license_plate: string, vehicle_number: string, make: string | null = null) => {
  const body = { license_plate, vehicle_number, make, capacity: 8, mobility_capacity: 1 }
  return (await server.client('superadmin').call(api.vehicles.create, { body })).data.id
}

describe('searching for a record', () => {
  // covers: SRCH-16, SRCH-17, SRCH-18, SRCH-22, SRCH-23
  test('finds records by kind, parts of words and phone number, listed by kind', async () => {
    const { data } = await server.client('superadmin').call(api.travelers.create, {
      body: {
        first_name: 'Marisol',
        last_name: 'Ferreira',
        username: 'marisol.f',
        email: 'marisol@example.org',
        phone_number: '+61 455 010 203',
      },
    })
    const found = await find('travelers', 'FERR mari')
    expect(found).toEqual({
      data: {
        travelers: [
          {
            id: data.id,
            full_name: 'Marisol Ferreira',
            username: 'marisol.f',
            email: 'marisol@example.org',
            phone_number: '+61 455 010 203',
            address: null,
            last_ride: null,
            status: null,
          },
        ],
      },
      meta: { travelers: { total_count: 1 } },
    })
    for (const words of ['455010203', '455 010 203', 'marisol@exam', 'errei'])
      expect((await find('travelers', words)).data.travelers).toHaveLength(1)
    // What was typed is taken literally, never as a pattern.
    for (const words of ['%%%', 'mar_sol', 'ferreira\\'])
      expect((await find('travelers', words)).meta).toEqual({ travelers: { total_count: 0 } })
  })

  // @test-tag long
  test('finds a passenger and her bookings by her telephone number, however it is typed', async () => {
    await town.vehicle('Van 1')
    const found: [typed: string, stored: string, found: boolean][] = []
    const spellings = [
      '0445 984 907',
      '0445984907',
      '+61445984907',
      '+61 445 984 907',
      '0061 445 984 907',
      '(0445) 984-907',
    ]
    for (const [index, stored] of ['+61 445 984 907', '0445 984 907', '0445984907'].entries()) {
      const who = await town.passenger(`Phoned ${stored}`)
      await server.deps.db.updateTable('travelers').set({ phone_number: stored }).where('id', '=', who).execute()
      const at = `2026-11-23T1${index}:00:00+10:00`
      const booking = await town.book({ who, from: 'Market', to: 'Hospital', at })
      for (const typed of [...spellings, 'phoned 0445 984 907']) {
        found.push([typed, stored, (await find('travelers', typed)).data.travelers!.map(({ id }) => id).includes(who)])
        found.push([
          typed,
          stored,
          (await find('service_requests', typed)).data.service_requests!.map(({ id }) => id).includes(booking.id),
        ])
      }
      for (const typed of spellings) {
        const query = { search: typed }
        const { data } = await server.client('superadmin').call(api.serviceRequests.list, { query })
        found.push([typed, stored, data.map(({ id }) => id).includes(booking.id)])
        const people = await server.client('superadmin').call(api.travelers.list, { query })
        found.push([typed, stored, people.data.map(({ id }) => id).includes(who)])
      }
    }
    expect(found.filter(([, , there]) => !there)).toEqual([])
    expect(found).toHaveLength(78)
    for (const typed of ['0445 984 908', '+61445984908'])
      expect((await find('travelers', typed)).meta).toEqual({ travelers: { total_count: 0 } })
  })

  test('finds a booking by its places, after those of passengers who are called so', async () => {
    await town.vehicle('Van 1')
    const ottilie = await town.passenger('Ottilie Brandt')
    const station = await town.passenger('Stella Station')
    const there = await town.book({ who: ottilie, from: 'Market', to: 'Station' })
    const hers = await town.book({ who: station, from: 'Harbour', to: 'School' })
    const { data } = await find('service_requests', 'station')
    expect(data.service_requests!.map(({ id }) => id)).toEqual([hers.id, there.id])
  })

  test('finds a trip by its number and its name, those that are not over first', async () => {
    const { db } = server.deps
    const [over, running] = [await town.vehicle('Van 1'), await town.vehicle('Van 2')]
    await db.updateTable('trips').set({ current_state: 'completed' }).where('id', '=', over.trip_id).execute()
    const ids = async (query: string, region?: number[]) =>
      (await find('trips', query, region === undefined ? {} : { region })).data.trips!.map(({ id }) => id)
    expect(await ids('TRIP_', [town.region_id])).toEqual([running.trip_id, over.trip_id])
    expect(await ids(`trip_${over.trip_id}`)).toEqual([over.trip_id])
    expect((await ids(`#${String(running.trip_id).padStart(4, '0')}`))[0]).toBe(running.trip_id)
    expect(await ids('trip_', [town.region_id + 1000])).toEqual([])
    const [hit] = (await find('trips', `trip_${running.trip_id}`)).data.trips!
    expect(hit).toEqual({
      id: running.trip_id,
      name: `trip_${running.trip_id}`,
      status: 'staged',
      start_datetime: expect.stringMatching(/^2026-11-2[23]T/),
      time_zone: 'Australia/Brisbane',
      zone_name: 'Bayside',
      vehicle_number: 'Van 2',
    })
  })

  test('lists an exact plate or number first, then matches at the start, then the rest', async () => {
    const inside = await addVehicle('XX-777', 'SX777Z')
    const beginning = await addVehicle('777-QQ', 'B12', 'Toyota')
    const exact = await addVehicle('QRS 777', '777')
    const ids = (await find('vehicles', '777')).data.vehicles!.map(({ id }) => id)
    expect(ids).toEqual([exact, beginning, inside])
    expect((await find('vehicles', 'qrs777')).data.vehicles!.map(({ id }) => id)).toEqual([exact])
    const byNumber = await find('vehicles', `#${String(inside).padStart(3, '0')}`)
    expect(byNumber.data.vehicles!.map(({ id }) => id)).toEqual([inside])
  })

  // covers: SRCH-20, SRCH-21
  test('answers ten records per page, none twice', async () => {
    for (let i = 0; i < 23; i += 1) await addVehicle(`PAGED-${i}`, `PG${i}`)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => find('vehicles', 'paged', { page, per_page: 10 })))
    const ids = pages.map(({ data }) => data.vehicles!.map(({ id }) => id))
    expect(ids.map((page) => page.length)).toEqual([10, 10, 3, 0])
    expect(new Set(ids.flat()).size).toBe(23)
    expect(pages.map(({ meta }) => meta.vehicles!.total_count)).toEqual([23, 23, 23, 23])
  })

  test('finds a booking by number and by passenger, latest pick-up first', async () => {
    await town.vehicle('Van 1')
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const early = await town.book({ who: maria, from: 'Market', to: 'Hospital' })
    const late = await town.book({ who: maria, from: 'Market', to: 'Station', at: '2026-11-23T12:00:00+10:00' })
    await town.book({ who: tom, from: 'Harbour', to: 'School' })
    const { data, meta } = await find('service_requests', 'silva')
    expect(data.service_requests!.map(({ id }) => id)).toEqual([late.id, early.id])
    expect(meta.service_requests!.total_count).toBe(2)
    expect(data.service_requests![0]).toMatchObject({
      traveler_name: 'Maria Silva',
      origin_name: 'Market',
      destination_name: 'Station',
      region_id: town.region_id,
      time_zone: 'Australia/Brisbane',
    })
    const number = `#${String(early.id).padStart(3, '0')}`
    expect((await find('service_requests', number)).data.service_requests!.map(({ id }) => id)).toEqual([early.id])
  })

  test('searches every kind that the user may search when none is named', async () => {
    const dispatcher = server.client('dispatcher')
    const { data } = await dispatcher.call(api.search.find, { query: { query: 'bayside', region: [town.region_id] } })
    expect(Object.keys(data)).toEqual([
      'drivers',
      'vehicles',
      'travelers',
      'regions',
      'zones',
      'service_requests',
      'trips',
    ])
    expect(data.zones).toEqual([
      {
        id: town.zone_id,
        name: 'Bayside',
        abbreviation: 'BAY',
        region_id: town.region_id,
        region_name: 'Coast',
        status: 'active',
      },
    ])
  })

  // covers: SRCH-05
  test('refuses two letters beside the field', async () => {
    const { status, errors } = await refusal(find('drivers', ' ab '))
    expect([status, errors[0]!.detail]).toEqual([422, 'Please type more characters to start the search.'])
  })
})

describe('records that the user may not see are not found', () => {
  // covers: SRCH-02
  test('a kind whose module is off or not switched on is refused, and left out when no kind is named', async () => {
    await setModules({ VehicleManagement: { enabled: false }, DriverManagement: { globalSearchEnabled: false } })
    expect((await refusal(find('vehicles', 'bus'))).status).toBe(403)
    expect((await refusal(find('drivers', 'bus'))).status).toBe(403)
    const { data } = await server.client('superadmin').call(api.search.find, { query: { query: 'bus' } })
    expect(Object.keys(data)).not.toContain('vehicles')
    expect(Object.keys(data)).toContain('travelers')
  })

  test('a kind that the caller may not read is refused, and an unknown one is named', async () => {
    const clerk: CustomUser = { permissions: ['VehicleManagement:vehicle:canRead'] }
    const call = (type: SearchType) =>
      server.client(clerk).call(api.search.find, { query: { type: [type], query: 'silva' } })
    await call('vehicles')
    expect((await refusal(call('travelers'))).status).toBe(403)
    const headers = { authorization: `Bearer ${await server.token(clerk)}` }
    const junk = await server.app.inject({ url: '/api/v2/ops/search?query=silva&type=passwords', headers })
    expect(junk.statusCode).toBe(422)
  })

  // covers: SRCH-19
  test('bookings and zones outside the requested regions or the account’s regions are left out', async () => {
    await town.vehicle('Van 1')
    await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Hospital' })
    const elsewhere = town.region_id + 1000
    const bookings = async (more: object) => (await find('service_requests', 'silva', more)).meta
    expect(await bookings({ region: [town.region_id] })).toEqual({ service_requests: { total_count: 1 } })
    expect(await bookings({ region: [elsewhere] })).toEqual({ service_requests: { total_count: 0 } })
    expect((await find('zones', 'bayside', { region: [elsewhere] })).data.zones).toEqual([])
    const limited: CustomUser = {
      permissions: ['LiveBooking:booking:canRead', 'RegionManagement:region:canRead'],
      region_ids: [elsewhere],
    }
    const { data } = await server.client(limited).call(api.search.find, { query: { query: 'silva' } })
    expect(data).toEqual({ regions: [], service_requests: [] })
  })
})

describe('the trigram index', () => {
  test('is created once, does not change results, and is used by lists', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const { db } = server.deps
    await town.passenger('Maria Silva')
    const before = await find('travelers', 'silva')
    if (!(await ensureSearchIndexes(db, log))) return // a PostgreSQL without the extension: nothing changes
    await ensureSearchIndexes(db, log)
    expect(await find('travelers', 'silva')).toEqual(before)
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<object>`explain select id from travelers where search_text like lower('%Silva%')`.execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain('travelers_search')
  })
})
