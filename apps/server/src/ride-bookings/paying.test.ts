import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { sentStep } from '../testing/suspensions.ts'
import { serveNow } from '../testing/waitlist.ts'

let server: TestServer
let town: SmallTown
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const ride = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const offered = async () => (await searchRide(app, ride)).service_offerings[0]?.id ?? 0

// covers: RIDE-51
test('only the methods of the zone are offered, and no other can be booked', async () => {
  await server.deps.db
    .updateTable('zones')
    .set({ payment_methods: ['opalcard'] })
    .where('id', '=', town.zone_id)
    .execute()
  const [offering] = (await searchRide(app, ride)).service_offerings
  expect(offering?.payment_methods).toEqual(['opalcard'])
  const book = (payment_method: 'cash' | 'opalcard') =>
    app.call(api.ride.book, { body: { service_offering_id: offering?.id ?? 0, payment_method } })
  const { status, errors } = await refusal(book('cash'))
  expect([status, errors[0]?.source?.pointer]).toEqual([422, '/payment_method'])
  expect((await book('opalcard')).data.payment_method).toBe('opalcard')
})

// covers: RIDE-55
test('a concession that holds when boarding is named with its share and the last day by the zone’s calendar', async () => {
  const sam = server.client('superadmin')
  const set = { name: `Seniors ${maria}`, region_id: town.region_id, discount_amount: 40 }
  const { data: concession } = await sam.call(api.travelerSets.create, { body: set })
  const held = { traveler_id: maria, traveler_set_id: concession.id, expires_at: '2026-12-26T00:00:00+10:00' }
  expect((await searchRide(app, ride)).concession).toBeNull()
  const { data } = await sam.call(api.travelerConcessions.create, { body: held })
  const found = await searchRide(app, ride)
  expect(found.concession).toEqual({ name: set.name, share: 40, last_day: '2026-12-25' })
  expect(found.service_offerings[0]).toMatchObject({ scaled_price: 3.5, total_price: 2.1 })
  await sam.call(api.travelerConcessions.destroy, { params: { id: data.id } })
  expect((await searchRide(app, ride)).concession).toBeNull()
})

describe('a discount code', () => {
  beforeEach(async () => {
    const body = {
      name: `Spring sale ${maria}`,
      code: `SPRING${maria}`,
      discount_amount: 50,
      activation_datetime: '2026-11-01T00:00:00+10:00',
      expiration_datetime: '2026-12-01T00:00:00+10:00',
    }
    await server.client('superadmin').call(api.discounts.create, { body })
  })
  const tried = async (code: string, id: number) =>
    app.call(api.ride.tryCode, { params: { id }, body: { code } }).then(({ data }) => data)

  // covers: RIDE-56
  test('is answered with the new price, which is what is booked, and every other in the same words', async () => {
    const id = await offered()
    const code = `spring${maria}`
    expect(await tried(code, id)).toEqual({ discount_code: `SPRING${maria}`, total_price: 1.75 })
    const wrong = await refusal(tried('WINTER', id))
    expect(wrong.errors[0]).toMatchObject({ source: { pointer: '/code' }, detail: 'This code is not valid now' })
    server.deps.clock.set('2026-12-02T08:00:00+10:00')
    expect((await refusal(tried(code, id))).errors[0]?.detail).toBe('This code is not valid now')
    server.deps.clock.set('2026-11-23T08:00:00+10:00')
    const body = { service_offering_id: id, payment_method: 'cash' as const }
    const late = await refusal(app.call(api.ride.book, { body: { ...body, discount_code: 'WINTER' } }))
    expect(late.errors[0]).toMatchObject({
      source: { pointer: '/discount_code' },
      detail: 'This code is not valid now',
    })
    const booked = await app.call(api.ride.book, { body: { ...body, discount_code: code } })
    expect(booked.data.total_price).toBe(1.75)
    const stranger = server.passengerClient(await town.passenger('Tom Baker'))
    const params = { id: await offered() }
    expect((await refusal(stranger.call(api.ride.tryCode, { params, body: { code } }))).status).toBe(404)
  })

  // covers: RIDE-56
  test('that is wrong ten times within an hour is looked up no more, whether it holds or not, until the hour is over', async () => {
    const id = await offered()
    for (let count = 0; count < 10; count++) {
      expect((await tried(`SPRING${maria}`, id)).total_price).toBe(1.75)
      expect((await refusal(tried(`WRONG${count}`, id))).status).toBe(422)
    }
    const over = await refusal(tried(`SPRING${maria}`, id))
    expect([over.status, over.errors[0]?.detail]).toEqual([
      429,
      '10 codes were not valid. Please try again in 60 minutes',
    ])
    server.deps.clock.advance(3600_000)
    expect((await tried(`SPRING${maria}`, await offered())).total_price).toBe(1.75)
  })
})

// covers: RIDE-83
test('rides are listed of one region alone, and the regions are those of the rides that are shown', async () => {
  const own = await bookRide(app, ride)
  const listed = async (region_id: number) =>
    (await app.call(api.ride.bookings, { query: { state: 'open', region_id } })).data.map(({ id }) => id)
  expect((await app.call(api.ride.regions)).data).toEqual([{ id: town.region_id, name: 'Coast' }])
  expect(await listed(town.region_id)).toEqual([own.id])
  expect(await listed(town.region_id + 1)).toEqual([])
  const stranger = server.passengerClient(await town.passenger('Tom Baker'))
  expect((await stranger.call(api.ride.regions)).data).toEqual([])
})

// covers: RIDE-114
test('a search while the passenger is suspended is refused with the last day, the way to object and the letter', async () => {
  const { db } = server.deps
  const contact = { contact_phone: '+61 7 5550 0100', contact_email: null }
  await db.updateTable('regions').set(contact).where('id', '=', town.region_id).execute()
  await bookRide(app, ride)
  const days = { begins_on: '2026-11-23', ends_on: '2026-11-25' }
  await sentStep(server, { traveler_id: maria, region_id: town.region_id, ...days })
  const refused = await refusal(searchRide(app, { ...ride, at: '12:00' }))
  expect([refused.status, refused.errors[0]?.detail]).toEqual([
    422,
    'Suspended until Wed 25 Nov. To object, call +61 7 5550 0100. Rides can be booked for Thu 26 Nov and later',
  ])
  expect(refused.meta).toMatchObject({ until: '2026-11-25', letter: expect.stringContaining('Maria Silva') })
  expect(refused.meta?.['letter']).toMatch(/November 25, 2026|25 November 2026/)
  // The app suspends nobody: what was booked stands.
  expect((await app.call(api.ride.bookings, { query: { state: 'open' } })).data).toHaveLength(1)
})

// covers: RIDE-46
test('a search that found nothing waits where its zone keeps a list, and is booked once there is room', async () => {
  const { db } = server.deps
  town = await buildSmallTown(server, { strategy: { max_wait_minutes: 5 } })
  await openToApps(town)
  await town.vehicle('Van 1', { seats: 1 })
  const zone = (set: object) => db.updateTable('zones').set(set).where('id', '=', town.zone_id).execute()
  await zone({ waitlist: false, payment_methods: ['cash', 'card'] })
  const words = { from: 'Harbour', to: 'Station', at: '12:00' } as const
  const tom = await town.passenger('Tom Baker')
  const { id: theirs } = await town.book({ who: tom, ...words })
  const closed = await searchRide(app, words)
  expect(closed).toMatchObject({ status: 'no_offerings', can_wait: null })
  await zone({ waitlist: true })
  const found = await searchRide(app, words)
  expect(found.can_wait).toEqual(['cash'])
  const wait = (payment_method: 'cash' | 'card', client = app) =>
    client.call(api.ride.wait, { params: { id: found.id }, body: { payment_method } })
  expect((await refusal(wait('cash', server.passengerClient(tom)))).status).toBe(404)
  expect((await refusal(wait('card'))).errors[0]?.source?.pointer).toBe('/payment_method')
  const { data: waiting } = await wait('cash')
  expect(waiting).toMatchObject({ earliest_at: '2026-11-23T01:00:00.000Z', latest_at: '2026-11-23T03:00:00.000Z' })
  expect((await refusal(wait('cash'))).errors[0]?.detail).toBe('You wait for a ride at that time already')
  const event = await db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id'])
    .where('action', '=', 'ride.wait')
    .where('record_kind', '=', 'waitlist_entries')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ actor_kind: 'passenger', actor_id: maria })
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: theirs }, body: { reason: 'Ill' } } as never)
  server.deps.clock.advance(60_000)
  await serveNow(server)
  expect((await app.call(api.ride.bookings, { query: { state: 'open' } })).data).toMatchObject([{ phase: 'planned' }])
})
