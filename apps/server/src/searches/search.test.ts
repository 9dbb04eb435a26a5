import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
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

describe('a search for a trip to the hospital', () => {
  // covers: WIZ-63..73, WIZ-150, WIZ-151, WIZ-153
  test('one van in service gives one offering, with a pick-up window of ten minutes and the zone price', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    expect(search.status).toBe('offerings_available')
    const [offer] = search.service_offerings
    expect(offer).toMatchObject({ kind: 'soonest', meta: { total_price: 3.5, vehicle_number: 'Van 1', direct_s: 200 } })
    expect(clockOf(offer!.pickup.lower_bound)).toBe('09:00')
    expect(clockOf(offer!.pickup.upper_bound)).toBe('09:10')
    // 40 s to board and 200 s of driving: not before 9:04
    expect(clockOf(offer!.dropoff.lower_bound)).toBe('09:04')
    expect(clockOf(offer!.dropoff.upper_bound)).toBe('09:19')
  })

  test('a passenger with a concession of the region pays less than the zone price', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const sam = server.client('superadmin')
    const { data: zone } = await sam.call(api.zones.show, { params: { id: town.zone_id } })
    const body = { name: 'Pensioner', region_id: zone.region_id, discount_amount: 40 }
    const { data: set } = await sam.call(api.travelerSets.create, { body })
    await sam.call(api.travelerConcessions.create, {
      body: { traveler_id: maria, traveler_set_id: set.id, expires_at: '2026-12-26T00:00:00+10:00' },
    })
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    expect(search.service_offerings[0]?.meta).toMatchObject({ scaled_price: 3.5, total_price: 2.1 })
  })

  test('an offering for a requested arrival arrives just before it', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', arriveBy: '10:00' })
    const [offer] = search.service_offerings
    expect(Date.parse(offer!.dropoff.upper_bound)).toBeLessThanOrEqual(Date.parse('2026-11-23T10:00:00+10:00'))
    expect(Date.parse(offer!.pickup.lower_bound)).toBeGreaterThan(Date.parse('2026-11-23T09:45:00+10:00'))
    const arrives = Number(offer!.meta.reasons[0]!.figures!['arrives']) * 1000
    expect(arrives).toBeGreaterThan(Date.parse('2026-11-23T09:45:00+10:00'))
    expect(arrives).toBeLessThanOrEqual(Date.parse('2026-11-23T10:00:00+10:00'))
  })
})

test('a journey that nine zones serve is searched in one that is chosen', async () => {
  await town.vehicle('Van 1')
  const maria = await town.passenger('Maria Silva')
  const { db } = server.deps
  const own = await db.selectFrom('zones').selectAll().where('id', '=', town.zone_id).executeTakeFirstOrThrow()
  const area = await db
    .selectFrom('service_areas')
    .selectAll()
    .where('zone_id', '=', town.zone_id)
    .executeTakeFirstOrThrow()
  for (let count = 0; count < 8; count += 1) {
    const { region_id, abbreviation, time_zone, created_at, updated_at } = own
    const { id } = await db
      .insertInto('zones')
      .values({ name: `Bayside ${count}`, region_id, abbreviation, time_zone, created_at, updated_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('service_areas')
      .values({ zone_id: id, name: 'Bayside', coordinates: JSON.stringify(area.coordinates), created_at, updated_at })
      .execute()
  }
  const words = { who: maria, from: 'Market', to: 'Hospital', at: '09:00' } as const
  const { status, errors } = await refusal(town.search(words))
  expect([status, errors[0]?.source?.pointer]).toEqual([422, '/zone_id'])
  expect((await town.search({ ...words, zone: town.zone_id })).status).toBe('offerings_available')
})
