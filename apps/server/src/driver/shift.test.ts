import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type StrategyConfiguration } from '@ambit/contract'
import { bookRide, createDevice, type Device, resultsOf, type Ride } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
let maria: Ride
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
const build = async (strategy: Partial<StrategyConfiguration> = {}): Promise<void> => {
  town = await buildSmallTown(server, { strategy })
  van = await town.vehicle('Van 1')
  device = createDevice(van.client, van.trip_id)
  maria = await bookRide(town, van)
  await server.deps.db.updateTable('travelers').set({ phone_number: '+61400000001' }).execute()
}
beforeEach(() => build())
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const manifest = async (crew = van) =>
  (await crew.client.call(api.driver.manifest, { params: { id: crew.trip_id } })).data
const booking = async () =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id: maria.booked.id } })).data
const send = async (time: string): Promise<string[]> => {
  at(time)
  return resultsOf(await device.send(time))
}
const position = { lat: -27.4701, lon: 153.0302, accuracy_m: 6 }
const atPickup = (): void => {
  device.did('08:50:00', { kind: 'sign_on' })
  device.did('08:59:00', { kind: 'arrive', trip_stop_id: maria.pickup })
}

describe('the odometer', () => {
  const told = async () =>
    (
      await server.deps.db
        .selectFrom('driver_actions')
        .where('kind', '=', 'odometer')
        .where('trip_id', '=', van.trip_id)
        .select('input')
        .orderBy('id')
        .execute()
    ).map(({ input }) => input)

  // covers: DAPP-29
  test('is kept as it is told, doubtful where it went back or further than 1,500, and never refused', async () => {
    device.did('08:40:00', { kind: 'odometer', moment: 'start', reading: 84_000 })
    device.did('08:41:00', { kind: 'sign_on' })
    device.did('10:00:00', { kind: 'odometer', moment: 'end', reading: 83_999 })
    device.did('10:01:00', { kind: 'odometer', moment: 'end', reading: 85_501 })
    device.did('10:02:00', { kind: 'odometer', moment: 'end', reading: 85_500 })
    expect(await send('10:05:00')).toEqual([
      'odometer applied',
      'sign_on applied',
      'odometer applied',
      'odometer applied',
      'odometer applied',
    ])
    const { vehicle_id } = van
    expect(await told()).toEqual([
      { moment: 'start', reading: 84_000, doubtful: false, vehicle_id },
      { moment: 'end', reading: 83_999, doubtful: true, vehicle_id },
      { moment: 'end', reading: 85_501, doubtful: true, vehicle_id },
      { moment: 'end', reading: 85_500, doubtful: false, vehicle_id },
    ])
    expect((await manifest()).trip.odometer).toEqual({ last: null, start: 84_000, end: 85_500 })
  })

  // covers: DAPP-28
  test('is asked by the rule of the region, and goes along with what the vehicle showed last', async () => {
    expect((await manifest()).rules.odometer).toBe('ask')
    const { data } = await van.client.call(api.driver.session)
    expect(data.odometer).toBe('ask')
    const staff = server.client('administrator')
    const region = (await staff.call(api.regions.show, { params: { id: town.region_id } })).data
    await staff.call(api.regions.update, {
      params: { id: town.region_id },
      body: { odometer: 'require' },
      version: region.version,
    })
    expect((await manifest()).rules.odometer).toBe('require')
    device.did('08:40:00', { kind: 'odometer', moment: 'start', reading: 500 })
    await send('08:40:00')
    const later = await server.deps.db
      .selectFrom('trips')
      .where('id', '=', van.trip_id)
      .select(['vehicle_id'])
      .executeTakeFirstOrThrow()
    const other = await town.vehicle('Van 2', { from: '09:00' })
    await server.deps.db.updateTable('trips').set(later).where('id', '=', other.trip_id).execute()
    expect((await manifest(other)).trip.odometer).toEqual({ last: 500, start: null, end: null })
  })
})

describe('a passenger who does not come', () => {
  // covers: DAPP-58
  test('leaves where the vehicle stood, since when, how long it waited, and whether there was a call', async () => {
    atPickup()
    device.did('09:02:00', { kind: 'call', service_request_id: maria.booked.id })
    const absent = device.did('09:06:00', {
      kind: 'no_show',
      service_request_id: maria.booked.id,
      reason: 'not_at_stop',
    })
    Object.assign(absent, { position })
    expect(await send('09:07:00')).toEqual(['sign_on applied', 'arrive applied', 'call applied', 'no_show applied'])
    const { no_show_evidence: evidence, pickup } = await booking()
    const from = Math.max(Date.parse('2026-11-23T08:59:00+10:00'), Date.parse(pickup.promised_lower_bound))
    expect(evidence).toEqual({
      position: { lat: position.lat, lon: position.lon },
      arrived_at: expect.any(String) as string,
      waited_s: (Date.parse('2026-11-23T09:06:00+10:00') - from) / 1000,
      called: true,
    })
    expect(clockOf(evidence!.arrived_at)).toBe('08:59')
    device.did('09:08:00', { kind: 'undo' })
    await send('09:08:00')
    expect((await booking()).no_show_evidence).toBeNull()
  })

  // covers: DAPP-60
  test('waits for a dispatcher where the strategy says so, whose approval the driver hears of', async () => {
    await build({ no_show_approval: 'dispatcher' })
    expect((await manifest()).rules.no_show_approval).toBe('dispatcher')
    atPickup()
    device.did('09:06:00', { kind: 'ask_no_show', service_request_id: maria.booked.id, reason: 'not_at_stop' })
    expect((await send('09:06:00')).at(-1)).toBe('ask_no_show applied')
    const { data } = await town.dispatcher.call(api.exceptions.list, {
      query: { filter: { region: [town.region_id] } },
    })
    expect(data).toMatchObject([
      { kind: 'approval', severity: 'soon', facts: { service_request_id: maria.booked.id }, text: 'Not at the stop' },
    ])
    const asked = async () => (await manifest()).trip.no_shows_asked
    expect(await asked()).toMatchObject([
      { service_request_id: maria.booked.id, approved: false, reason: 'not_at_stop' },
    ])
    await town.dispatcher.call(api.exceptions.resolve, { params: { id: data[0]!.id }, body: { outcome: 'fixed' } })
    expect(await asked()).toMatchObject([{ approved: true }])
    device.did('09:07:00', { kind: 'no_show', service_request_id: maria.booked.id, reason: 'not_at_stop' })
    expect(await send('09:07:00')).toEqual(['no_show applied'])
  })
})

describe('what drivers know of passengers', () => {
  // covers: DAPP-122
  test('is the first name and an initial, or the full name where the strategy says so', async () => {
    const params = () => ({ params: { id: van.trip_id } })
    const trips = async () => [
      (await manifest()).trip,
      (await van.client.call(api.driver.trip, params())).data,
      (await van.client.call(api.driver.manualNavigation, { ...params(), body: { enabled: false } })).data,
    ]
    const names = async () => [
      (await manifest()).bookings[0]?.name,
      ...(await trips()).map(({ trip_stops }) => trip_stops[0]?.boardings[0]?.traveler_name),
    ]
    expect(await names()).toEqual(Array.from({ length: 4 }, () => 'Maria S.'))
    await build({ driver_sees: 'full_name' })
    expect(await names()).toEqual(Array.from({ length: 4 }, () => 'Maria Silva'))
  })

  // covers: DAPP-59
  test('is a number only where drivers call passengers themselves', async () => {
    expect((await manifest()).bookings[0]?.phone_number).toBe('+61400000001')
    for (const passenger_calls of ['dispatch', 'off'] as const) {
      await build({ passenger_calls })
      const { bookings, rules } = await manifest()
      expect([bookings[0]?.phone_number, rules.passenger_calls]).toEqual([null, passenger_calls])
    }
  })
})

// covers: DAPP-62
test('a passenger who wishes so is set down before the stop, and the place stands in the booking and the trip', async () => {
  atPickup()
  device.did('09:01:00', { kind: 'board', service_request_id: maria.booked.id })
  device.did('09:02:00', { kind: 'depart', trip_stop_id: maria.pickup })
  Object.assign(device.did('09:04:00', { kind: 'drop_off', service_request_id: maria.booked.id, here: true }), {
    position,
  })
  expect((await send('09:05:00')).at(-1)).toBe('drop_off applied')
  const { status, dropoff } = await booking()
  expect([status, clockOf(dropoff.actual)]).toEqual(['completed', '09:04'])
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  expect(data.on_board).toBe(0)
  expect(
    data.trip_stops.map(({ point, arrived_at, departed_at }) => [point, arrived_at !== null, departed_at !== null]),
  ).toEqual([
    [data.trip_stops[0]!.point, true, true],
    [[position.lon, position.lat], true, true],
  ])
})

test('a passenger who gets off where the vehicle stands anyway is set down at that stop', async () => {
  const tom = await bookRide(town, van, 'Tom Baker', '09:00')
  await server.deps.db.selectFrom('trips').select('id').execute()
  atPickup()
  device.did('09:01:00', { kind: 'board', service_request_id: maria.booked.id })
  device.did('09:01:30', { kind: 'board', service_request_id: tom.booked.id })
  device.did('09:02:00', { kind: 'drop_off', service_request_id: tom.booked.id, here: true })
  expect((await send('09:03:00')).at(-1)).toBe('drop_off applied')
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  expect(data.on_board).toBe(1)
})
