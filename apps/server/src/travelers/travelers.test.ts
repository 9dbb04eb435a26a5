import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
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

test('customer service creates a passenger, corrects the record, and finds it by any part of the name', async () => {
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

test('a passenger’s usual journeys are those booked most and not cancelled, in regions the caller may see', async () => {
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
      last_on: '2026-11-23',
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

test('the list of passengers is searched by id as well', async () => {
  const { id } = await enrol('Iris')
  const { data } = await chris().call(api.travelers.list, { query: { search: String(id), filter: { id: [id] } } })
  expect(data.map(({ first_name }) => first_name)).toEqual(['Iris'])
})

// covers: PAX-28..30, PAX-32, PAX-58..60
test('a passenger is answered with comments and cards, and with one of two statuses or none', async () => {
  const { id } = await enrol('Pam', { handicapped: true })
  const { data } = await chris().call(api.travelers.update, {
    params: { id },
    body: { status: 'blocked' },
    version: 1,
    reason: 'The board decided so',
  })
  expect(data).toEqual({
    id,
    first_name: 'Pam',
    last_name: 'Rider',
    full_name: 'Pam Rider',
    username: 'pam',
    email: 'pam@example.org',
    phone_number: null,
    phone_verified: false,
    low_tech: false,
    handicapped: true,
    medically_exempt: false,
    attendant_allowed: false,
    mobility_aids: [],
    own_times: null,
    status: 'blocked',
    region_id: null,
    restriction: null,
    protected: false,
    locale: null,
    can_text: false,
    call_when_near: false,
    message_channels: {},
    quiet_hours: null,
    traveler_comments: [],
    payment_methods: [],
    created_at: expect.any(String),
    updated_at: expect.any(String),
    version: 2,
  })
  expect((await chris().call(api.travelers.show, { params: { id } })).data).toEqual(data)
  const odd = chris().call(api.travelers.update, { params: { id }, body: { status: 'gone' as 'active' } })
  expect((await refusal(odd)).errors[0]?.source?.pointer).toBe('/status')
})

// covers: PAX-51
test('refuses a change of the medical exemption to users without its key', async () => {
  const mei = server.client({
    permissions: [
      'TravellerManagement:care:canRead',
      'TravellerManagement:traveller:canRead',
      'TravellerManagement:traveller:canCreate',
      'TravellerManagement:traveller:canUpdate',
    ],
  })
  const body = { first_name: 'Max', last_name: 'Rider', username: 'max', email: 'max@example.org' }
  const refused = await refusal(mei.call(api.travelers.create, { body: { ...body, medically_exempt: true } }))
  expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/medically_exempt'])
  const { id } = (await mei.call(api.travelers.create, { body })).data
  const change = (client: typeof mei, medically_exempt: boolean) =>
    client.call(api.travelers.update, { params: { id }, body: { medically_exempt, low_tech: true } })
  expect((await refusal(change(mei, true))).status).toBe(422)
  expect((await change(chris(), true)).data.medically_exempt).toBe(true)
  // An unchanged value needs no permission.
  expect((await change(mei, true)).data.low_tech).toBe(true)
  expect((await refusal(change(mei, false))).status).toBe(422)
})

// covers: PAX-44, PAX-45, PAX-48
test('setting a passenger’s password invalidates links that were sent before', async () => {
  const { id, email } = await enrol('Paul')
  const { deps } = server
  await server.publicClient().call(api.passwords.forgot, { body: { email: email ?? '', kind: 'traveller' } })
  const set = (newPassword: string, confirmPassword = newPassword) =>
    chris().call(api.travelers.resetPassword, { params: { id }, body: { newPassword, confirmPassword } })
  const errorOf = async (call: Promise<unknown>) =>
    (await refusal(call)).errors.map(({ source, detail }) => `${source?.pointer} ${detail}`)
  expect(await errorOf(set(''))).toEqual([
    '/newPassword Please enter a new password',
    '/confirmPassword Please enter a new password',
  ])
  expect(await errorOf(set('short'))).toEqual(['/newPassword Please enter at least 8 characters'])
  expect(await errorOf(set('correct horse', 'battery'))).toEqual(["/confirmPassword Your passwords don't match"])
  await set('correct horse')
  const row = await deps.db.selectFrom('travelers').select('password_hash').where('id', '=', id).executeTakeFirst()
  expect(row?.password_hash).toMatch(/^\$argon2/)
  const link = await deps.db.selectFrom('password_resets').select('used_at').where('traveler_id', '=', id).execute()
  expect(link).toEqual([{ used_at: deps.clock.wall() }])
  const arun = server.client('analyst').call(api.travelers.resetPassword, {
    params: { id },
    body: { newPassword: 'correct horse', confirmPassword: 'correct horse' },
  })
  expect((await refusal(arun)).status).toBe(403)
})

// covers: PAX-33, PAX-54, PAX-61, PAX-62
test('a passenger’s feature flags are off until the installation switches them on', async () => {
  const { id } = await enrol('Flora')
  const sam = server.client('superadmin')
  const read = () => sam.call(api.travelers.features, { params: { id } })
  expect((await refusal(read())).status).toBe(403)
  const value = { 'TravellerManagement:travelerFeatureSettings': { enabled: true, disabled_in: [] } }
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(value) })
    .execute()
  server.deps.flags.forget()
  const off = {
    basic_internal: false,
    change_api_endpoint: false,
    menu_show_referral_page: false,
    test_flag: false,
    view_test_trips: false,
  }
  expect((await read()).data).toEqual({ id, ...off, version: 1 })
  const change = (body: object, version?: number) =>
    sam.call(api.travelers.updateFeatures, { params: { id }, body, ...(version === undefined ? {} : { version }) })
  expect((await change({ id, test_flag: true, view_test_trips: true }, 1)).data).toEqual({
    id,
    ...off,
    test_flag: true,
    view_test_trips: true,
    version: 2,
  })
  expect((await refusal(change({ test_flag: false }, 1))).status).toBe(409)
  expect((await refusal(change({ id: id + 1 }))).errors[0]?.source?.pointer).toBe('/id')
  expect((await change({ test_flag: false })).data).toMatchObject({ test_flag: false, view_test_trips: true })
})

test('the bookings of a passenger are given with the next first, and only to those who may see the historic trips', async () => {
  const town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  const who = await town.passenger('Rosa Rider')
  const [past, later, next] = [
    await town.book({ who, from: 'Market', to: 'Station', at: '09:00' }),
    await town.book({ who, from: 'Station', to: 'Market', at: '16:00' }),
    await town.book({ who, from: 'School', to: 'Harbour', at: '12:00' }),
  ]
  await town.book({ who: await town.passenger('Other Rider'), from: 'School', to: 'Harbour', at: '13:00' })
  await server.deps.db.updateTable('service_requests').set({ status: 'no_show' }).where('id', '=', past.id).execute()
  const ask = (as: Parameters<TestServer['client']>[0], query = {}) =>
    server.client(as).call(api.travelers.serviceRequests, { params: { id: who }, query })
  const { data, meta } = await ask('customer_service')
  expect(data.map(({ id }) => id)).toEqual([next.id, later.id, past.id])
  expect(meta.total).toBe(3)
  expect((await ask('customer_service', { page: 2, per_page: 2 })).data.map(({ id }) => id)).toEqual([past.id])
  const part = async (name: 'ahead' | 'past') =>
    (await ask('customer_service', { part: name })).data.map(({ id }) => id)
  expect([await part('ahead'), await part('past')]).toEqual([[next.id, later.id], [past.id]])
  const permissions = ['TravellerManagement:traveller:canRead', 'TravellerManagement:tripBookingHistoricTrips:canRead']
  expect((await refusal(ask({ permissions: permissions.slice(0, 1) }))).status).toBe(403)
  expect((await refusal(ask({ permissions, region_ids: [town.region_id + 1000] }))).status).toBe(404)
  expect((await ask({ permissions, region_ids: [town.region_id] })).data).toHaveLength(3)
})
