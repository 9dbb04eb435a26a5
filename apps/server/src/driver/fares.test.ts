import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Deed } from '@ambit/contract'
import { createDevice, type Device, resultsOf } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type Booking, buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
let booked: Booking
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1', { seats: 4 })
  device = createDevice(van.client, van.trip_id)
  const who = await town.passenger('Maria Silva')
  booked = await town.book({ who, from: 'Market', to: 'Station', at: '09:00', people: 3 })
  device.did('08:40:00', { kind: 'sign_on' })
})
afterEach(() => nothingBroken(server))

const tripNow = async () => (await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })).data
const booking = async () => (await town.dispatcher.call(api.serviceRequests.show, { params: { id: booked.id } })).data
const cash = async (role: 'dispatcher' | 'fleet_manager' = 'dispatcher') =>
  (await server.client(role).call(api.trips.cash, { params: { id: van.trip_id } })).data
const send = (time: string) => {
  server.deps.clock.set(`2026-11-23T${time}+10:00`)
  return device.send(time)
}
const stopOf = async (end: 'boardings' | 'alightings', id = booked.id): Promise<number> =>
  (await tripNow()).trip.trip_stops.find((stop) => stop[end].some((rider) => rider.id === id))?.id ?? 0

const arrive = async (): Promise<void> => {
  device.did('09:00:00', { kind: 'arrive', trip_stop_id: await stopOf('boardings') })
}
const board = async (boarded_count?: number): Promise<void> => {
  await arrive()
  device.did('09:01:00', { kind: 'board', service_request_id: booked.id, boarded_count })
}
type Told = Extract<Deed, { kind: 'paid' | 'not_paid' | 'concession_not_shown' }>
type FareDeed = Told extends infer T ? (T extends Told ? Omit<T, 'service_request_id'> : never) : never
const tell = (time: string, deed: FareDeed): void => {
  device.did(time, { ...deed, service_request_id: booked.id } as Deed) // the fare with its booking
}

describe('how many of a booking came', () => {
  // covers: DAPP-54
  test('of three people two came: it is stored, and the third one’s seat can be booked from the next stop on', async () => {
    await board(2)
    await send('09:01:00')
    expect(await booking()).toMatchObject({ status: 'on_board', passenger_count: 3, boarded_count: 2 })
    const who = await town.passenger('Noor Qureshi')
    // Of four seats one was free with all three aboard.
    const other = await town.book({ who, from: 'School', to: 'Station', at: '09:05', people: 2 })
    expect(other.trip_id).toBe(van.trip_id)
    const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booked.id } })
    expect(data.flatMap(({ reasons }) => reasons.map(({ text }) => text))).toContain('Boarded: 2 of 3 people')
  })

  test('a call for help counts who came, not who was booked', async () => {
    await board(2)
    await send('09:01:00')
    const [happened_at, sent_at] = ['2026-11-23T09:02:00+10:00', '2026-11-23T09:02:00+10:00']
    const body = { id: randomUUID(), happened_at, sent_at, position: null, on_board: [booked.id] }
    await van.client.call(api.driver.emergency, { params: { id: van.trip_id }, body })
    const { data } = await town.dispatcher.call(api.exceptions.list, { query: {} })
    expect(data[0]?.facts).toMatchObject({ people: 2 })
  })

  test('a boarding without a number counts everybody, also from an app of before', async () => {
    await board()
    await send('09:01:00')
    expect(await booking()).toMatchObject({ status: 'on_board', boarded_count: null })
  })

  test('more people than were booked do not board on the booking: dispatch has to look at it', async () => {
    await board(4)
    const answers = await send('09:01:00')
    expect(answers.at(-1)).toMatchObject({
      result: 'needs_dispatcher',
      detail: 'Only 3 are booked: the others ride as walk-on passengers',
    })
    expect(await booking()).toMatchObject({ boarded_count: null })
  })

  test('a boarding that is taken back makes the booking whole again', async () => {
    await board(2)
    device.did('09:01:30', { kind: 'undo' })
    await send('09:02:00')
    expect(await booking()).toMatchObject({ status: 'secured', boarded_count: null })
  })

  test('a boarding is not taken back once another passenger has the free seat', async () => {
    await board(1)
    await send('09:01:00')
    const who = await town.passenger('Noor Qureshi')
    await town.book({ who, from: 'School', to: 'Station', at: '09:05', people: 3 })
    device.did('09:02:00', { kind: 'undo' })
    const [answer] = await send('09:02:00')
    expect(answer).toMatchObject({ kind: 'undo', result: 'needs_dispatcher' })
    expect(await booking()).toMatchObject({ status: 'on_board', boarded_count: 1 })
  })
})

describe('what a driver tells of a fare', () => {
  // @test-tag long
  test.each([
    [
      { kind: 'paid', amount: 10.5 },
      { paid: 10.5, unpaid_reason: null, concession_shown: null },
    ],
    [
      { kind: 'paid', amount: 0 },
      { paid: 0, unpaid_reason: null, concession_shown: null },
    ],
    [
      { kind: 'not_paid', reason: 'no_change' },
      { paid: null, unpaid_reason: 'no_change', concession_shown: null },
    ],
    [{ kind: 'concession_not_shown' }, { paid: null, unpaid_reason: null, concession_shown: false }],
  ] as const)('stands in the booking: %o', async (told, fare) => {
    await board()
    tell('09:01:10', told)
    expect(resultsOf(await send('09:02:00')).at(-1)).toBe(`${told.kind} applied`)
    expect((await booking()).fare).toEqual(fare)
    expect((await tripNow()).trip.trip_stops.flatMap(({ boardings }) => boardings)[0]).toMatchObject({ fare })
  })

  test('is done once, however often it is sent, and the last one counts', async () => {
    await board()
    tell('09:01:10', { kind: 'not_paid', reason: 'no_money' })
    tell('09:01:20', { kind: 'paid', amount: 10.5 })
    const told = [...device.queue]
    await send('09:02:00')
    expect(await device.send('09:02:00', told)).toHaveLength(told.length)
    expect((await booking()).fare).toMatchObject({ paid: 10.5, unpaid_reason: null })
    const rows = await server.deps.db
      .selectFrom('driver_actions')
      .where('trip_id', '=', van.trip_id)
      .where('kind', '=', 'paid')
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('is taken back step by step, to what was told before', async () => {
    await board()
    tell('09:01:10', { kind: 'paid', amount: 9 })
    tell('09:01:20', { kind: 'not_paid', reason: 'refused' })
    device.did('09:01:30', { kind: 'undo' })
    await send('09:02:00')
    expect((await booking()).fare).toMatchObject({ paid: 9, unpaid_reason: null })
    device.did('09:02:30', { kind: 'undo' })
    await send('09:03:00')
    expect((await booking()).fare).toMatchObject({ paid: null, unpaid_reason: null })
  })

  test('needs a passenger aboard', async () => {
    await arrive()
    tell('09:01:10', { kind: 'paid', amount: 9 })
    expect((await send('09:02:00')).at(-1)).toMatchObject({
      result: 'needs_dispatcher',
      detail: 'A fare is taken once the passenger is aboard',
    })
  })

  // covers: DAPP-70
  test.each([-1, 1000.01, 3.333])('is no amount of %d', async (amount) => {
    await board()
    tell('09:01:10', { kind: 'paid', amount })
    await expect(send('09:02:00')).rejects.toThrow(/Please enter an amount/)
    expect(await booking()).toMatchObject({ status: 'on_board', fare: { paid: null } })
  })

  test('a passenger who has not paid rides to the end, and the fare does not count as charged', async () => {
    await board()
    tell('09:01:10', { kind: 'not_paid', reason: 'no_money' })
    await drive()
    expect(await booking()).toMatchObject({ status: 'completed', fare: { unpaid_reason: 'no_money' } })
    expect((await booking()).booking_log.charged).toBe(false)
  })

  test('a fare that is paid where the passenger gets off counts as charged after all', async () => {
    await board()
    tell('09:01:10', { kind: 'not_paid', reason: 'no_money' })
    await drive()
    tell('09:12:00', { kind: 'paid', amount: 10.5 })
    await send('09:13:00')
    expect((await booking()).booking_log.charged).toBe(true)
  })
})

const drive = async (): Promise<void> => {
  device.did('09:02:00', { kind: 'depart', trip_stop_id: await stopOf('boardings') })
  device.did('09:10:00', { kind: 'arrive', trip_stop_id: await stopOf('alightings') })
  device.did('09:11:00', { kind: 'drop_off', service_request_id: booked.id })
  const answers = await send('09:11:30')
  expect(answers.every(({ result }) => result === 'applied')).toBe(true)
}

describe('the cash of a trip', () => {
  // covers: DAPP-72
  test('is the sum of what was paid, with one line for each fare', async () => {
    await board()
    tell('09:01:10', { kind: 'paid', amount: 10.1 })
    await send('09:02:00')
    expect(await cash()).toEqual({
      trip_id: van.trip_id,
      currency: 'AUD',
      amount: 10.1,
      fares: [
        {
          service_request_id: booked.id,
          traveler_id: booked.traveler_id,
          traveler_name: 'Maria Silva',
          due: booked.total_price,
          paid: 10.1,
          unpaid_reason: null,
          concession_shown: null,
        },
      ],
    })
  })

  test('needs its own permission, and knows the trips of one’s own regions alone', async () => {
    await expect(cash('fleet_manager')).rejects.toMatchObject({ status: 403 })
    const elsewhere = server.client({
      permissions: ['DriverManagement:cash:canRead'],
      region_ids: [town.region_id + 1],
    })
    await expect(elsewhere.call(api.trips.cash, { params: { id: van.trip_id } })).rejects.toMatchObject({ status: 404 })
  })

  test('what was told of fares is in the trip for its driver alone', async () => {
    const { data } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
    expect(data.trip_stops.flatMap(({ boardings }) => boardings)[0]).not.toHaveProperty('fare')
  })
})

test('a passenger’s concession is named, with the fare that is due without it', async () => {
  const sam = server.client('superadmin')
  const body = { name: 'Pensioner', region_id: town.region_id, discount_amount: 40 }
  const { data: set } = await sam.call(api.travelerSets.create, { body })
  const who = await town.passenger('Ann Lee')
  await sam.call(api.travelerConcessions.create, {
    body: { traveler_id: who, traveler_set_id: set.id, expires_at: '2026-12-26T00:00:00+10:00' },
  })
  const conceded = await town.book({ who, from: 'Harbour', to: 'School', at: '09:30' })
  const { bookings } = await tripNow()
  expect(bookings.find(({ id }) => id === conceded.id)).toMatchObject({
    concession: { name: 'Pensioner', full_amount: 3.5 },
    due: { kind: 'cash', amount: 2.1 },
  })
  expect(bookings.find(({ id }) => id === booked.id)?.concession).toBeNull()
})
