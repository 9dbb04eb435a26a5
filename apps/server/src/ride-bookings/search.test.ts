import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { messageOf } from './words.ts'

let server: TestServer
let town: SmallTown
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
const build = async (options: Parameters<typeof buildSmallTown>[1] = {}): Promise<void> => {
  town = await buildSmallTown(server, options)
  await openToApps(town)
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
}
beforeEach(() => build())

const ride = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const body = (change: object = {}) => ({
  origin: { name: 'Market', point: stopPoint('Market') },
  destination: { name: 'Hospital', point: stopPoint('Hospital') },
  traveling_at: '2026-11-23T09:00:00+10:00',
  departing: true,
  passengers: [{ fare_type: 'adult' as const }],
  ...change,
})
const refused = async (change: object) => {
  const error = await refusal(app.call(api.ride.search, { body: body(change) }))
  return [error.status, error.errors[0]?.source?.pointer, error.errors[0]?.detail]
}
const setPhone = async (contact_phone: string | null): Promise<void> => {
  await server.deps.db.updateTable('regions').set({ contact_phone }).where('id', '=', town.region_id).execute()
}

describe('a search of a passenger', () => {
  test('is answered what the booking wizard is, without the vehicle and what is the staff’s', async () => {
    await town.vehicle('Van 1')
    const sam = server.client('superadmin')
    const set = { name: `Pensioner ${maria}`, region_id: town.region_id, discount_amount: 40 }
    const { data: concession } = await sam.call(api.travelerSets.create, { body: set })
    const held = { traveler_id: maria, traveler_set_id: concession.id, expires_at: '2026-12-26T00:00:00+10:00' }
    await sam.call(api.travelerConcessions.create, { body: held })
    const words = { from: at(1050, 200), to: 'Hospital', at: '09:00' } as const
    const [wizard] = (await town.search({ who: maria, ...words })).service_offerings
    const { service_offerings, ...search } = await searchRide(app, words)
    expect(search).toMatchObject({
      status: 'offerings_available',
      message: null,
      nearest: null,
      time_zone: 'Australia/Brisbane',
      currency: 'AUD',
    })
    const { location_id: _, ...pickup } = wizard!.pickup
    const { location_id: __, ...dropoff } = wizard!.dropoff
    expect(service_offerings).toEqual([
      {
        id: expect.any(Number),
        late_from: expect.any(String),
        kind: 'soonest',
        pickup,
        dropoff,
        ride_s: wizard!.meta.ride_s,
        scaled_price: 3.5,
        total_price: 2.1,
        payment_methods: ['cash'],
        expires_at: wizard!.expires_at,
      },
    ])
    expect(pickup.walk_m).toBeGreaterThan(0)
    expect((await refusal(app.call(api.ride.search, { body: body({ traveler_id: maria + 1 }) }))).status).toBe(404)
    expect((await refusal(app.call(api.ride.search, { body: body({ traveler_id: 4711 }) }))).status).toBe(404)
    const own = await app.call(api.ride.search, { body: body({ traveler_id: maria }) })
    expect(own.data.status).toBe('offerings_available')
  })

  // covers: RIDE-11, RIDE-12
  test('finds only zones that may be booked with its app, and elsewhere names the number to call', async () => {
    await town.vehicle('Van 1')
    await setPhone('+61 7 5550 0100')
    await openToApps(town, false)
    const closed = await searchRide(app, ride)
    expect(closed).toMatchObject({
      status: 'no_offerings',
      message: 'This area is booked by phone: +61 7 5550 0100',
      nearest: null,
      service_offerings: [],
    })
    // another app
    await server.deps.db
      .updateTable('zones')
      .set({ allowed_apps: [2] })
      .where('id', '=', town.zone_id)
      .execute()
    expect((await searchRide(app, ride)).status).toBe('no_offerings')
    // staff book there
    expect((await town.search({ who: maria, ...ride })).status).toBe('offerings_available')
    await openToApps(town)
    const { service_offerings } = await searchRide(app, ride)
    expect(service_offerings).toHaveLength(1)
    await openToApps(town, false)
    const late = { service_offering_id: service_offerings[0]?.id ?? 0, payment_method: 'cash' as const }
    const error = await refusal(app.call(api.ride.book, { body: late }))
    expect([error.status, error.errors[0]?.detail]).toEqual([422, 'This area is booked by phone: +61 7 5550 0100'])
  })

  test('names the app’s number where the region has none', async () => {
    const { db } = server.deps
    await openToApps(town, false)
    await db.updateTable('consumer_apps').set({ phone_number: '+61 7 5550 0199' }).execute()
    expect((await searchRide(app, ride)).message).toBe('This area is booked by phone: +61 7 5550 0199')
    await db.updateTable('consumer_apps').set({ phone_number: null }).execute()
    expect((await searchRide(app, ride)).message).toBe('This area is booked by phone')
  })

  // covers: RIDE-29
  test('is refused to passengers who cannot book, with the number to call and not with the reason, while they see their rides', async () => {
    const { db } = server.deps
    await setPhone('+61 7 5550 0100')
    await town.vehicle('Van 1')
    const { id } = await town.book({ who: maria, ...ride })
    const change = (set: object) => db.updateTable('travelers').set(set).where('id', '=', maria).execute()
    await change({ region_id: town.region_id, status: 'blocked' })
    const sentence = 'Your account cannot book at the moment. Please call +61 7 5550 0100.'
    expect(await refused({})).toEqual([403, undefined, sentence])
    expect((await app.call(api.ride.bookings, { query: { state: 'open' } })).data).toMatchObject([{ id }])
    expect((await app.call(api.ride.booking, { params: { id } })).data).toMatchObject({
      contact: { phone_number: '+61 7 5550 0100' },
    })
    await change({ status: 'active', restriction: 'Asked by letter' })
    expect(await refused({})).toEqual([403, undefined, sentence])
    await change({ status: null, restriction: null })
    expect((await searchRide(app, { ...ride, from: 'Harbour', to: 'School' })).status).toBe('offerings_available')
    await db.updateTable('consumer_apps').set({ sign_up: 'approval' }).execute()
    expect(await refused({})).toEqual([403, undefined, sentence])
    await db.updateTable('consumer_apps').set({ sign_up: 'open' }).execute()
  })

  // covers: RIDE-37, RIDE-112
  test('is refused beside what cannot be searched: a past time, one beyond the horizon, and one place twice', async () => {
    await town.vehicle('Van 1')
    expect(await refused({ traveling_at: '2026-11-23T07:44:59+10:00' })).toEqual([
      422,
      '/traveling_at',
      'Please choose a time to come',
    ])
    const stored = () => server.deps.db.selectFrom('service_availability_searches').select('id').execute()
    const before = await stored()
    expect(await refused({ traveling_at: '2027-03-01T09:00:00+10:00' })).toEqual([
      422,
      '/traveling_at',
      'Rides can be booked up to Fri 22 Jan',
    ])
    expect(await stored()).toEqual(before)
    const near = (metres: number) => ({ name: 'Beside the market', point: at(1000 + metres) })
    expect(await refused({ destination: near(99) })).toEqual([422, '/destination', 'These places are the same'])
    expect((await app.call(api.ride.search, { body: body({ destination: near(103) }) })).data.status).toBeDefined()
  })

  // covers: RIDE-113
  test('is refused with 413 above 64 KB, and with 422 at the field for texts that are too long or hold control characters', async () => {
    const large = body({ padding: 'x'.repeat(64 * 1024) })
    expect((await refusal(app.call(api.ride.search, { body: large as never }))).status).toBe(413)
    const place = (name: string) => ({ origin: { name, point: stopPoint('Market') } })
    expect((await refused(place('x'.repeat(256)))).slice(0, 2)).toEqual([422, '/origin/name'])
    expect((await refused(place('Mar\u0000ket'))).slice(0, 2)).toEqual([422, '/origin/name'])
    const note = { service_offering_id: 1, payment_method: 'cash' as const, pickup_note: 'x'.repeat(251) }
    const error = await refusal(app.call(api.ride.book, { body: note }))
    expect([error.status, error.errors[0]?.source?.pointer]).toEqual([422, '/pickup_note'])
  })

  // covers: RIDE-50
  test('can be made 30 times in ten minutes by each passenger, wherever it is counted', async () => {
    const { clock, db } = server.deps
    for (let count = 0; count < 30; count++) await searchRide(app, ride)
    const error = await refusal(searchRide(app, ride))
    expect([error.status, error.retryAfter]).toEqual([429, 600])
    expect(error.errors[0]?.detail).toBe(
      'At most 30 searches can be made in 10 minutes. Please search again in 10 minutes',
    )
    // The count is in the database, where every process finds it.
    expect(await db.selectFrom('throttle_counts').where('count', '=', 30).select('count').execute()).toHaveLength(1)
    const tom = server.passengerClient(await town.passenger('Tom Baker'))
    expect((await searchRide(tom, ride)).status).toBe('no_offerings')
    clock.advance(10 * 60_000)
    expect((await searchRide(app, ride)).status).toBe('no_offerings')
  })

  // covers: RIDE-44
  test('with a mobility need is never offered a stop that is not accessible', async () => {
    await build({ stop: { Hospital: { not_accessible: true } } })
    await town.vehicle('Van 1', { wheelchairs: 1 })
    expect((await searchRide(app, ride)).service_offerings[0]?.dropoff.name).toBe('Hospital')
    const rolling = await searchRide(app, { ...ride, wheelchairs: 1 })
    expect(rolling).toMatchObject({
      status: 'no_offerings',
      message: 'There is no stop near enough to the drop-off',
    })
    await server.deps.db.updateTable('travelers').set({ handicapped: true }).where('id', '=', maria).execute()
    expect((await searchRide(app, ride)).status).toBe('no_offerings')
  })

  test('offers a card to those who have one', async () => {
    await town.vehicle('Van 1')
    const [first] = (await searchRide(app, ride)).service_offerings
    expect(first?.payment_methods).toEqual(['cash'])
    const byCard = { service_offering_id: first?.id ?? 0, payment_method: 'card' as const }
    const error = await refusal(app.call(api.ride.book, { body: byCard }))
    expect([error.status, error.errors[0]]).toMatchObject([
      422,
      {
        source: { pointer: '/payment_method' },
        detail: 'You have no saved card. Please choose another way to pay',
      },
    ])
    await saveCard(server, maria, `card_${maria}`, 'test')
    expect((await searchRide(app, ride)).service_offerings[0]?.payment_methods).toEqual(['cash', 'card'])
    expect((await app.call(api.ride.book, { body: byCard })).data.payment_method).toBe('card')
  })
})

describe('a search that finds nothing', () => {
  test('names the nearest time, and a search for it finds a ride', async () => {
    await town.vehicle('Van 1', { until: '10:00' })
    const asked = [
      { from: 'Market', to: 'Hospital', at: '10:30' },
      { from: 'Market', to: 'Hospital', arriveBy: '11:00' },
      { from: 'Market', to: 'Hospital', arriveBy: '08:02' },
    ] as const
    for (const words of asked) {
      const { status, nearest } = await searchRide(app, words)
      expect(status).toBe('no_offerings')
      const { traveling_at, departing } = nearest!
      expect(nearest!.text).toMatch(/^(A pick-up|An arrival) at \d+:\d\d [ap]m works$/)
      const again = await app.call(api.ride.search, { body: body({ traveling_at, departing }) })
      expect(again.data.status).toBe('offerings_available')
    }
  })

  test('names a time even where a smaller party would be nearer, and never what is no time', async () => {
    await town.vehicle('Van 1', { seats: 2 })
    const many = await searchRide(app, { ...ride, people: 3 })
    expect(many).toMatchObject({ status: 'no_offerings', message: 'No vehicle has so many seats', nearest: null })
  })

  test('says why without vehicles, their number and other passengers', async () => {
    await build({ strategy: { max_wait_minutes: 5 } })
    await town.vehicle('Van 1', { seats: 1 })
    await town.book({ who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Station', at: '09:00' })
    const { message } = await searchRide(app, { from: 'Harbour', to: 'Station', at: '09:00' })
    const wizard = await town.search({ who: maria, from: 'Harbour', to: 'Station', at: '09:00' })
    expect(wizard.status).toBe('no_offerings')
    expect(message).toMatch(/^(All vehicles are full around this time|No vehicle can take you at this time)/)
    expect(message).not.toMatch(/\d|passenger|Van/)
    expect((await searchRide(app, { ...ride, at: '21:00' })).message).toBe('There is no service at this time')
    // Nothing is known of vehicles that may not be used.
    expect(messageOf([], null)).toBe('No vehicle can take you at this time')
  })
})

describe('an offering', () => {
  // covers: RIDE-45
  test('is held for five minutes, and kept for five more once', async () => {
    await town.vehicle('Van 1')
    const { clock } = server.deps
    const [offering] = (await searchRide(app, ride)).service_offerings
    const held = Date.parse(offering!.expires_at)
    expect(held - clock.now().getTime()).toBe(5 * 60_000)
    const keep = { params: { id: offering!.id } }
    clock.advance(4.5 * 60_000)
    const { data: kept } = await app.call(api.ride.keep, keep)
    expect(kept).toEqual({
      ...offering,
      late_from: kept.late_from,
      expires_at: new Date(held + 5 * 60_000).toISOString(),
    })
    const again = await refusal(app.call(api.ride.keep, keep))
    expect([again.status, again.errors[0]?.detail]).toEqual([
      409,
      'This offer cannot be held any longer. Please search again',
    ])
    clock.advance(5 * 60_000)
    const booked = { service_offering_id: offering!.id, payment_method: 'cash' as const }
    expect((await app.call(api.ride.book, { body: booked })).data.phase).toBe('planned')
    const [other] = (await searchRide(app, { ...ride, at: '12:00' })).service_offerings
    clock.advance(5 * 60_000)
    expect((await refusal(app.call(api.ride.keep, { params: { id: other!.id } }))).status).toBe(409)
    expect((await refusal(app.call(api.ride.keep, { params: { id: 4711 } }))).status).toBe(404)
  })

  test('of another passenger is unknown', async () => {
    await town.vehicle('Van 1')
    const tom = await town.passenger('Tom Baker')
    const { id } = (await town.search({ who: tom, ...ride })).service_offerings[0]!
    expect((await refusal(app.call(api.ride.keep, { params: { id } }))).status).toBe(404)
    const booked = { service_offering_id: id, payment_method: 'cash' as const }
    expect((await refusal(app.call(api.ride.book, { body: booked }))).status).toBe(404)
  })
})
