import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const chris = () => server.client('customer_service')
const enrol = async (first_name: string, more: object = {}) =>
  (
    await chris().call(api.travelers.create, {
      body: {
        first_name,
        last_name: 'Rider',
        username: first_name.toLowerCase(),
        email: `${first_name.toLowerCase()}@example.org`,
        ...more,
      },
    })
  ).data

test('Chris enrols Ruth, corrects her, and finds her by any part of her name', async () => {
  const ruth = await enrol('Ruth', { handicapped: true, phone_number: '+61 411 111 111' })
  expect(ruth).toMatchObject({ full_name: 'Ruth Rider', handicapped: true, low_tech: false, status: null })
  const { data } = await chris().call(api.travelers.update, {
    params: { id: ruth.id },
    body: { low_tech: true, status: 'active' },
    version: 1,
  })
  expect(data).toMatchObject({ handicapped: true, low_tech: true, status: 'active', version: 2 })
  await enrol('Rufus', { status: 'blocked' })
  const found = async (query: object) =>
    (await chris().call(api.travelers.list, { query })).data.map(({ first_name }) => first_name)
  expect(await found({ search: 'ru rid', sort: 'first_name' })).toEqual(['Rufus', 'Ruth'])
  expect(await found({ search: '111 111' })).toEqual(['Ruth'])
  expect(await found({ filter: { status: ['blocked'] } })).toEqual(['Rufus'])
  const taken = await refusal(enrol('ruth'))
  expect(taken.errors.map(({ source }) => source?.pointer)).toEqual(['/username', '/email'])
  expect((await refusal(server.client('fleet_manager').call(api.travelers.list))).status).toBe(403)
})

test('Ruth’s usual ways are those she booked most, cancelled ones aside, within what the asker may see', async () => {
  const sam = server.client('superadmin')
  const ruth = await enrol('Rutha')
  const zones: number[] = []
  for (const name of ['Coast', 'Hills']) {
    const { data: region } = await sam.call(api.regions.create, { body: { name, time_zone: 'Australia/Brisbane' } })
    const body = { name, abbreviation: name, region_id: region.id, time_zone: 'Australia/Brisbane' }
    zones.push((await sam.call(api.zones.create, { body })).data.id)
  }
  const { db, clock } = server.deps
  const { id: location } = await db
    .insertInto('locations')
    .values({ name: 'Stop', longitude: 153, latitude: -27 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const book = (zone_id: number, from: string, to: string, status: 'completed' | 'cancelled' | 'created' = 'created') =>
    db
      .insertInto('service_requests')
      .values({
        traveler_id: ruth.id,
        zone_id,
        status,
        passengers: '[{}]',
        passenger_count: 1,
        origin_name: from,
        origin_longitude: 153,
        origin_latitude: -27,
        destination_name: to,
        destination_longitude: 153.1,
        destination_latitude: -27.1,
        pickup_location_id: location,
        pickup_lower_bound: now,
        pickup_upper_bound: now,
        dropoff_location_id: location,
        dropoff_lower_bound: now,
        dropoff_upper_bound: now,
        max_ride_s: 600,
        direct_s: 300,
        payment_method: 'cash',
        scaled_price: 3.5,
        total_price: 3.5,
        created_at: now,
        updated_at: now,
      })
      .execute()
  const [coast = 0, hills = 0] = zones
  await book(coast, 'Home', 'Clinic')
  await book(coast, 'Home', 'Clinic')
  await book(coast, 'Clinic', 'Home')
  for (let n = 0; n < 3; n += 1) await book(coast, 'Home', 'Casino', 'cancelled')
  for (let n = 0; n < 4; n += 1) await book(hills, 'Hut', 'Peak')
  const ways = async (client: ReturnType<TestServer['client']>) =>
    (await client.call(api.travelers.frequentLocations, { params: { id: ruth.id } })).data.frequent_locations
  expect(await ways(chris())).toEqual([
    {
      origin: { name: 'Hut', point: [153, -27] },
      destination: { name: 'Peak', point: [153.1, -27.1] },
      count: 4,
    },
    expect.objectContaining({ count: 2, destination: expect.objectContaining({ name: 'Clinic' }) }),
    expect.objectContaining({ count: 1 }),
  ])
  const { data: regions } = await sam.call(api.regions.list, { query: { search: 'Coast' } })
  const limited = server.client({
    permissions: ['TravellerManagement:tripBookingWizard:canRead'],
    region_ids: regions.map(({ id }) => id),
  })
  expect((await ways(limited)).map(({ count }) => count)).toEqual([2, 1])
  expect((await refusal(chris().call(api.travelers.frequentLocations, { params: { id: 4711 } }))).status).toBe(404)
})
