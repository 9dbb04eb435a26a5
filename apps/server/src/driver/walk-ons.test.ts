import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type WalkOnMode } from '@ambit/contract'
import { createDevice, type Device, resultsOf } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, type StopName } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
/** the stops of Maria, who rides from the market to the station */
let market: number
let station: number
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
const build = async (walk_ons: WalkOnMode | null, seats = 8): Promise<void> => {
  town = await buildSmallTown(server, { strategy: { walk_ons } })
  van = await town.vehicle('Van 1', { seats, wheelchairs: 1 })
  device = createDevice(van.client, van.trip_id)
  maria = (await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Station', at: '09:00' })).id
  const stops = (await trip()).trip_stops.filter(({ kind }) => kind === 'passenger')
  market = stops[0]!.id
  station = stops[1]!.id
}
beforeEach(() => build('listed_stops'))
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const trip = async () => (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
const manifest = async () => (await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const params = () => ({ id: van.trip_id })
const arrived = async (): Promise<void> => {
  at('08:58:00')
  await van.client.call(api.driver.signOn, { params: params() })
  await van.client.call(api.driver.arrive, { params: { id: market } })
}
type Party = { people?: number; wheelchairs?: number; stop?: number | null; ref?: number }
const party = (to: StopName, { people = 1, wheelchairs = 0, stop = null, ref = 77 }: Party = {}) => ({
  ref,
  dropoff_location_id: town.stops[to],
  dropoff_trip_stop_id: stop,
  adults: people,
  children: 0,
  concessions: 0,
  mobility_support: wheelchairs,
})
const search = async (body: Parameters<typeof party>) =>
  (await van.client.call(api.driver.walkOnSearch, { params: params(), body: party(...body) })).data
const take = (...body: Parameters<typeof party>) =>
  van.client.call(api.driver.walkOn, { params: params(), body: party(...body) })
const waiting = async () =>
  (await town.dispatcher.call(api.trips.driverActions, { params: params() })).data.filter(
    ({ result }) => result === 'needs_dispatcher',
  )
const accept = (action?: { id: number }) =>
  town.dispatcher.call(api.driverActions.accept, { params: { id: action?.id ?? 0 } })
const walkOns = async () =>
  server.deps.db
    .selectFrom('service_requests')
    .selectAll()
    .where('booking_method', '=', 'driver')
    .where('zone_id', '=', town.zone_id)
    .orderBy('id')
    .execute()

describe('passengers who did not book', () => {
  // covers: DAPP-64
  test('are taken by what the strategy says: nowhere on demand, at listed stops on a route, unless it is set', async () => {
    for (const [mode, shown] of [
      [null, 'off'],
      ['listed_stops', 'listed_stops'],
      ['anywhere', 'anywhere'],
    ] as const) {
      await build(mode)
      expect((await manifest()).rules.walk_ons).toBe(shown)
    }
    await build(null)
    await arrived()
    const refused = await refusal(take('School'))
    expect([refused.status, refused.message]).toEqual([422, 'Passengers who did not book are not taken on this trip'])
    const line = await town.route('fixed_route', ['Harbour', 'Market', 'School'])
    const bus = await town.vehicle('Bus 1', { route: line })
    const { data } = await bus.client.call(api.driver.manifest, { params: { id: bus.trip_id } })
    expect(data.rules.walk_ons).toBe('listed_stops')
    expect(data.walk_on).not.toBeNull()
  })

  // covers: DAPP-66
  test('are told whether they fit, when they get off and what they pay, and nothing is kept of the question', async () => {
    const before = await server.deps.db
      .selectFrom('zone_plans')
      .select('version')
      .where('zone_id', '=', town.zone_id)
      .executeTakeFirstOrThrow()
    await arrived()
    const on = await search(['School', { people: 2 }])
    expect(on).toMatchObject({ fits: true, reason: null, currency: 'AUD' })
    expect(on.price).toBeGreaterThan(0)
    const { pickup } = await booking(maria)
    expect(Date.parse(on.dropoff_at!)).toBeGreaterThan(Date.parse(pickup.promised_lower_bound ?? on.dropoff_at!) - 1)
    expect(await search(['Hospital', { people: 8 }])).toMatchObject({ fits: false, dropoff_at: null })
    expect((await search(['Station', { stop: station, people: 8 }])).reason).toBe(
      'There are not enough free seats all the way',
    )
    expect(await walkOns()).toEqual([])
    expect((await trip()).trip_stops).toHaveLength(2)
    expect(before.version).toBeLessThan(1000)
  })

  test('are refused where somebody else would be later than promised', async () => {
    await arrived()
    await van.client.call(api.driver.board, { params: { id: maria } })
    // Maria was promised the station until about twenty past nine: from the market via the harbour it is later.
    at('09:14:30')
    const answer = await search(['Harbour'])
    expect(answer.fits).toBe(false)
    expect(answer.reason).toMatch(/promised/)
    expect((await refusal(take('Harbour'))).status).toBe(422)
    expect(await walkOns()).toEqual([])
  })

  // covers: DAPP-67
  test('are booked and aboard with one call, as the region’s walk-on passenger, who hears nothing', async () => {
    await arrived()
    const { data } = await take('School', { people: 2, wheelchairs: 1 })
    const [ride, ...others] = await walkOns()
    expect(others).toEqual([])
    expect(ride).toMatchObject({
      status: 'on_board',
      trip_id: van.trip_id,
      passenger_count: 2,
      mobility_support: 1,
      payment_method: 'cash',
      pickup_trip_stop_id: market,
    })
    const aboard = data.trip_stops.flatMap(({ alightings }) => alightings).find(({ id }) => id === ride!.id)
    expect(aboard).toMatchObject({ status: 'on_board', passenger_count: 2 })
    expect(data.trip_stops.map(({ location_name }) => location_name)).toEqual(['Market', 'School', 'Station'])
    await van.client.call(api.driver.board, { params: { id: maria } })
    await take('Hospital', { ref: 78 })
    const rides = await walkOns()
    expect(new Set(rides.map(({ traveler_id }) => traveler_id)).size).toBe(1)
    const passenger = await server.deps.db
      .selectFrom('travelers')
      .selectAll()
      .where('id', '=', ride!.traveler_id)
      .executeTakeFirstOrThrow()
    expect(passenger).toMatchObject({
      walk_on: true,
      region_id: town.region_id,
      phone_number: null,
      password_hash: null,
    })
    expect(passenger.email).toMatch(/@removed\.invalid$/)
    const messages = await server.deps.db
      .selectFrom('messages')
      .where('traveler_id', '=', ride!.traveler_id)
      .selectAll()
      .execute()
    expect(messages).toEqual([])
    expect((await manifest()).walk_ons).toEqual([
      { ref: 77, service_request_id: rides[0]!.id },
      { ref: 78, service_request_id: rides[1]!.id },
    ])
  })

  test('are not taken twice under one number, and are left behind by taking the newest action back', async () => {
    await arrived()
    await take('School')
    await expect(take('School')).rejects.toThrow()
    expect(await walkOns()).toHaveLength(1)
    await van.client.call(api.driver.undo, { params: params() })
    expect((await walkOns()).map(({ status }) => status)).toEqual(['cancelled'])
    expect((await trip()).trip_stops.map(({ location_name }) => location_name)).toEqual(['Market', 'Station'])
  })

  test('get on anywhere where the strategy says so, and the place becomes a stop of the trip', async () => {
    await build('anywhere')
    at('08:55:00')
    await van.client.call(api.driver.signOn, { params: params() })
    const on = { ...party('School'), position: { lat: -27.47, lon: 153.025 } }
    expect(
      (await refusal(van.client.call(api.driver.walkOn, { params: params(), body: party('School') }))).status,
    ).toBe(422)
    const { data } = await van.client.call(api.driver.walkOn, { params: params(), body: on })
    expect(data.trip_stops).toHaveLength(4)
    expect(data.trip_stops[0]).toMatchObject({ point: [153.025, -27.47] })
    expect(data.trip_stops[0]?.arrived_at).not.toBeNull()
    expect(data.on_board).toBe(1)
  })

  test('ride along a route from one of its stops to a later one', async () => {
    const line = await town.route('fixed_route', ['Harbour', 'Market', 'School'])
    van = await town.vehicle('Bus 1', { route: line })
    at('08:00:00')
    await van.client.call(api.driver.signOn, { params: params() })
    const [first, , third] = (await trip()).trip_stops
    await van.client.call(api.driver.arrive, { params: { id: first!.id } })
    expect(await search(['School', { stop: third!.id }])).toMatchObject({ fits: true })
    await take('School', { stop: third!.id })
    expect((await trip()).trip_stops[2]?.alightings).toMatchObject([{ status: 'on_board' }])
    expect(await search(['Station'])).toMatchObject({ fits: false })
  })
})

describe('walk-on passengers taken without signal', () => {
  // covers: DAPP-68
  test('ride as the driver told it, also where others are late by it, which dispatch is shown', async () => {
    const stop = station
    device.did('08:57:00', { kind: 'sign_on' })
    device.did('08:58:00', { kind: 'arrive', trip_stop_id: market })
    device.did('09:00:00', { kind: 'board', service_request_id: maria })
    const { ref, ...on } = party('Station', { stop, people: 3 })
    device.did('09:01:00', { kind: 'walk_on', ref, ...on })
    device.did('09:02:00', { kind: 'depart', trip_stop_id: market })
    device.did('09:10:00', { kind: 'arrive', trip_stop_id: station })
    device.did('09:11:00', { kind: 'drop_off', service_request_id: -ref })
    device.did('09:11:10', { kind: 'paid', service_request_id: -ref, amount: 6 })
    device.did('09:11:20', { kind: 'drop_off', service_request_id: maria })
    at('09:40:00')
    const answers = await device.send('09:40:00')
    expect(resultsOf(answers)).toEqual([
      'sign_on applied',
      'arrive applied',
      'board applied',
      'walk_on applied',
      'depart applied',
      'arrive applied',
      'drop_off applied',
      'paid applied',
      'drop_off applied',
    ])
    const [ride] = await walkOns()
    expect(ride).toMatchObject({ status: 'completed', passenger_count: 3, fare_paid: 6 })
    expect(ride?.boarded_at?.toISOString()).toBe('2026-11-22T23:01:00.000Z')
    expect(ride?.dropped_off_at?.toISOString()).toBe('2026-11-22T23:11:00.000Z')
  })

  test('are told to dispatch with what they break, and with what is in the way where there are no seats left', async () => {
    await build('listed_stops', 4)
    device.did('08:57:00', { kind: 'sign_on' })
    device.did('08:58:00', { kind: 'arrive', trip_stop_id: market })
    device.did('09:00:00', { kind: 'board', service_request_id: maria })
    device.did('09:01:00', { kind: 'walk_on', ...party('Station', { stop: station, people: 3 }) })
    at('08:58:30')
    // Meanwhile two more are booked between, whom the driver does not know of.
    const who = await town.passenger('Tom Baker')
    await town.book({ who, from: 'School', to: 'Station', at: '09:05', people: 2 })
    at('09:03:00')
    const answers = await device.send('09:03:00')
    expect(resultsOf(answers).at(-1)).toBe('walk_on needs_dispatcher')
    expect(answers.at(-1)?.detail).toMatch(/seats/)
    const { data } = await town.dispatcher.call(api.trips.driverActions, { params: params() })
    const waiting = data.find(({ kind }) => kind === 'walk_on')!
    const tom = (
      await server.deps.db
        .selectFrom('service_requests')
        .where('traveler_id', '=', who)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: tom }, body: { reason: null } })
    await town.dispatcher.call(api.driverActions.accept, { params: { id: waiting.id } })
    expect((await walkOns()).map(({ status }) => status)).toEqual(['on_board'])
  })

  test('stand in the trip before dispatch has taken them along, and with their booking afterwards', async () => {
    await build('listed_stops', 4)
    device.did('08:57:00', { kind: 'sign_on' })
    device.did('08:58:00', { kind: 'arrive', trip_stop_id: market })
    device.did('09:00:00', { kind: 'board', service_request_id: maria })
    device.did('09:01:00', { kind: 'walk_on', ...party('Station', { stop: station, people: 3 }) })
    device.did('09:01:10', { kind: 'paid', service_request_id: -77, amount: 6 })
    device.did('09:02:00', { kind: 'drop_off', service_request_id: -77 })
    const who = await town.passenger('Tom Baker')
    const tom = await town.book({ who, from: 'School', to: 'Station', at: '09:05', people: 2 })
    at('09:03:00')
    expect(resultsOf(await device.send('09:03:00')).slice(3)).toEqual([
      'walk_on needs_dispatcher',
      'paid needs_dispatcher',
      'drop_off needs_dispatcher',
    ])
    const [walkOn, paid, setDown] = await waiting()
    expect([walkOn, paid, setDown].map((one) => one?.service_request_id)).toEqual([null, null, null])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: tom.id }, body: { reason: null } })
    await accept(walkOn)
    const [ride] = await walkOns()
    const aside = await town.dispatcher.call(api.driverActions.setAside, {
      params: { id: paid!.id },
      body: { reason: 'Paid by card' },
    })
    expect(aside.data.service_request_id).toBe(ride!.id)
    expect((await accept(setDown)).data.service_request_id).toBe(ride!.id)
    expect((await waiting()).map((one) => one.service_request_id)).toEqual([ride!.id, ride!.id, ride!.id])
    expect((await walkOns()).map(({ status, fare_paid }) => [status, fare_paid])).toEqual([['completed', null]])
  })

  test('stand in the trip with their booking where they got off before the stop', async () => {
    device.did('08:57:00', { kind: 'sign_on' })
    device.did('08:58:00', { kind: 'arrive', trip_stop_id: market })
    device.did('09:00:00', { kind: 'board', service_request_id: maria })
    device.did('09:01:00', { kind: 'walk_on', ...party('Station', { stop: station }) })
    device.did('09:02:00', { kind: 'depart', trip_stop_id: market })
    device.did('09:03:00', { kind: 'drop_off', service_request_id: -77, here: true })
    at('09:04:00')
    expect(resultsOf(await device.send('09:04:00')).at(-1)).toBe('drop_off applied')
    const { data } = await town.dispatcher.call(api.trips.driverActions, { params: params() })
    const [ride] = await walkOns()
    expect([data.at(-1)?.kind, data.at(-1)?.service_request_id]).toEqual(['drop_off', ride!.id])
  })
})
