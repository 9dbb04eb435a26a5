import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError, createClient } from '@ambit/contract'
import { hashPassword } from '../access/passwords.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
let van: Crew
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const at = (time: string): void => town.server.deps.clock.set(`2026-11-23T${time}+10:00`)
const trip = async () => (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
const refusal = async (doing: Promise<unknown>): Promise<string> => {
  const error = await doing.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It was not refused')
  expect(error.status).toBe(422)
  return error.errors[0]?.detail ?? ''
}

describe('a driver’s day', () => {
  // covers: BOOK-63, BOOK-64, BOOK-86, TRIP-84
  test('every step of a ride, from booking to drop-off, is in its history', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    expect(booking).toMatchObject({
      status: 'assigned',
      vehicle_number: 'Van 1',
      traveler_name: 'Maria Silva',
      total_price: 3.5,
    })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [pickup, dropoff] = (await trip()).trip_stops
    expect([pickup!.location_name, dropoff!.location_name]).toEqual(['Market', 'Hospital'])
    expect(pickup!.leg).toMatchObject({ duration_s: 100 })
    at('09:00:00')
    expect((await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })).data.current_state).toBe('live')
    const boarded = (await van.client.call(api.driver.board, { params: { id: booking.id } })).data
    expect(boarded).toMatchObject({ current_state: 'in_transit', on_board: 1 })
    expect(await refusal(van.client.call(api.driver.complete, { params: { id: van.trip_id } }))).toMatch(
      /in transit|on board/,
    )
    at('09:01:00')
    await van.client.call(api.driver.depart, { params: { id: pickup!.id } })
    at('09:04:20')
    await van.client.call(api.driver.arrive, { params: { id: dropoff!.id } })
    await van.client.call(api.driver.dropOff, { params: { id: booking.id } })
    at('09:05:00')
    expect((await van.client.call(api.driver.depart, { params: { id: dropoff!.id } })).data.current_state).toBe('live')
    const done = (await van.client.call(api.driver.complete, { params: { id: van.trip_id } })).data
    expect(done.current_state).toBe('completed')
    const { data: after } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: booking.id } })
    expect([after.status, clockOf(after.pickup.actual), clockOf(after.dropoff.actual)]).toEqual([
      'completed',
      '09:00',
      '09:04',
    ])
    const history = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booking.id } })
    expect(history.data.map(({ status, user_type }) => `${status} by ${user_type}`)).toEqual([
      'created by user',
      'assigned by engine',
      'on_board by driver',
      'completed by driver',
    ])
  })

  test('stops are served in order, and a driver cannot leave without accounting for every passenger', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const [pickup, dropoff] = (await trip()).trip_stops
    expect(await refusal(van.client.call(api.driver.arrive, { params: { id: pickup!.id } }))).toBe(
      'Sign on to the trip first',
    )
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    expect(await refusal(van.client.call(api.driver.arrive, { params: { id: dropoff!.id } }))).toBe(
      'This is not the next stop of the trip',
    )
    expect(await refusal(van.client.call(api.driver.board, { params: { id: booking.id } }))).toMatch(/^Arrive/)
    at('08:58:00')
    await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
    expect(await refusal(van.client.call(api.driver.depart, { params: { id: pickup!.id } }))).toBe(
      'Maria S. has neither boarded nor been declared a no-show',
    )
    // The window opens at nine: three minutes of waiting count from then.
    expect(await refusal(van.client.call(api.driver.noShow, { params: { id: booking.id } }))).toBe(
      'Please wait until 9:03 am before declaring a no-show',
    )
    at('09:03:00')
    await van.client.call(api.driver.noShow, { params: { id: booking.id } })
    const left = (await van.client.call(api.driver.depart, { params: { id: pickup!.id } })).data
    expect(left.trip_stops.map((stop) => stop.location_name)).toEqual(['Market'])
    expect(left.current_state).toBe('live')
    const { data } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: booking.id } })
    expect(data.status).toBe('no_show')
  })

  test('a driver undoes steps in reverse order', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [pickup] = (await trip()).trip_stops
    at('09:04:00')
    await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
    at('09:07:00')
    await van.client.call(api.driver.noShow, { params: { id: booking.id } })
    const undo = async () => (await van.client.call(api.driver.undo, { params: { id: van.trip_id } })).data
    expect((await undo()).trip_stops[0]!.boardings[0]!.status).toBe('secured')
    await van.client.call(api.driver.board, { params: { id: booking.id } })
    await van.client.call(api.driver.depart, { params: { id: pickup!.id } })
    expect((await undo()).trip_stops[0]!.departed_at).toBeNull()
    expect(await undo()).toMatchObject({ on_board: 0 })
    expect((await undo()).trip_stops[0]!.arrived_at).toBeNull()
    expect(await refusal(van.client.call(api.driver.undo, { params: { id: van.trip_id } }))).toBe(
      'There is nothing to undo',
    )
  })

  test('a tap that is sent again, because its answer was lost, is answered as before and done once', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const trips = { params: { id: van.trip_id } }
    const twice = async <T>(send: () => Promise<T>): Promise<T> => {
      const first = await send()
      expect(await send()).toEqual(first)
      return first
    }
    await twice(() => van.client.call(api.driver.signOn, { ...trips, idempotencyKey: 'on' }))
    const [pickup] = (await trip()).trip_stops
    at('09:00:00')
    const stop = { params: { id: pickup!.id } }
    await twice(() => van.client.call(api.driver.arrive, { ...stop, idempotencyKey: 'here' }))
    const passenger = { params: { id: booking.id } }
    await twice(() => van.client.call(api.driver.board, { ...passenger, idempotencyKey: 'in' }))
    await twice(() => van.client.call(api.driver.undo, { ...trips, idempotencyKey: 'back' }))
    const { trip_stops } = await trip()
    expect([trip_stops[0]?.arrived_at, trip_stops[0]?.boardings[0]?.status]).toEqual([
      '2026-11-22T23:00:00.000Z',
      'secured',
    ])
  })

  test('a key keeps only which trip a tap was on: a repeated tap shows the trip as it is by then, to its driver alone', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const params = { id: van.trip_id }
    await van.client.call(api.driver.signOn, { params })
    const [pickup] = (await trip()).trip_stops
    at('09:00:00')
    const arrive = () =>
      van.client.call(api.driver.arrive, { params: { id: pickup!.id }, idempotencyKey: `here ${van.trip_id}` })
    await arrive()
    const kept = server.deps.db.selectFrom('idempotency_keys').where('key', '=', `here ${van.trip_id}`)
    expect(await kept.select(['status', 'answer']).execute()).toEqual([
      { status: 200, answer: { data: { id: van.trip_id } } },
    ])
    await van.client.call(api.driver.board, { params: { id: booking.id } })
    expect((await arrive()).data).toMatchObject({ on_board: 1, current_state: 'in_transit' })
    const relief = await town.vehicle('Van 2', { from: '20:00', until: '21:00' })
    await town.dispatcher.call(api.trips.update, {
      params,
      body: { vehicle_id: van.vehicle_id, driver_id: relief.driver_id },
    })
    await expect(arrive()).rejects.toMatchObject({ status: 404 })
  })

  test('an empty van waits where it is, and its driver sees when to leave for the next pick-up', async () => {
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const first = await town.book({ who: maria, from: 'Harbour', to: 'Market', at: '08:10' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [pickup, dropoff] = (await trip()).trip_stops
    at('08:10:00')
    await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
    await van.client.call(api.driver.board, { params: { id: first.id } })
    await van.client.call(api.driver.depart, { params: { id: pickup!.id } })
    at('08:12:00')
    await van.client.call(api.driver.arrive, { params: { id: dropoff!.id } })
    await van.client.call(api.driver.dropOff, { params: { id: first.id } })
    await town.book({ who: tom, from: 'Hospital', to: 'Station', at: '09:30' })
    const [here, next] = (await trip()).trip_stops.filter((stop) => stop.departed_at === null)
    expect([here!.id, here!.location_name, next!.location_name]).toEqual([dropoff!.id, 'Market', 'Hospital'])
    // 200 s from the market to the hospital.
    expect(next!.eta).toBe('2026-11-22T23:30:00.000Z')
    expect(here!.scheduled_departure_at).toBe('2026-11-22T23:26:40.000Z')
    expect((await trip()).current_state).toBe('live')
  })

  test('a driver signs in with a PIN and sees only their own trips', async () => {
    const pin_hash = await hashPassword('246810')
    await server.deps.db.updateTable('drivers').set({ pin_hash }).where('id', '=', van.driver_id).execute()
    const signIn = (pin: string) =>
      server.publicClient().call(api.driver.signIn, { body: { username: 'Driver-Van 1', pin } })
    await expect(signIn('000000')).rejects.toMatchObject({ status: 401, errors: [{ code: 'wrong_credentials' }] })
    const { data } = await signIn('246810')
    expect(data.driver).toEqual({ id: van.driver_id, full_name: 'Driver Van 1' })
    const oscar = createClient({ origin: server.url, token: () => data.token })
    expect((await oscar.call(api.driver.trips, { query: {} })).data.map(({ id }) => id)).toEqual([van.trip_id])
    const other = await town.vehicle('Van 2')
    await expect(oscar.call(api.driver.trip, { params: { id: other.trip_id } })).rejects.toMatchObject({ status: 404 })
    await expect(oscar.call(api.driver.signOn, { params: { id: other.trip_id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('setting out for a pick-up secures it, and an old position changes nothing', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [lng, lat] = [153.0205, -27.47]
    const report = (time: string, speed: number) =>
      van.client.call(api.driver.positions, {
        params: { id: van.trip_id },
        body: {
          positions: [{ longitude: lng, latitude: lat, bearing: 90, speed, recorded_at: `2026-11-23T${time}+10:00` }],
        },
      })
    at('08:30:00')
    await report('08:30:00', 8)
    expect((await trip()).current_state).toBe('live')
    at('08:58:30')
    await report('08:58:30', 8)
    expect((await trip()).current_state).toBe('in_transit')
    const { data } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: booking.id } })
    expect(data.status).toBe('secured')
    expect((await report('08:40:00', 0)).data.stored).toBe(1)
    expect((await trip()).latest_trip_monitor!.recorded_at).toBe('2026-11-22T22:58:30.000Z')
  })

  test('a device takes along all that it needs to drive a trip, and asks again only for what has changed', async () => {
    const maria = await town.passenger('Maria Silva')
    const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const token = await town.server.driverToken(van.driver_id)
    const ask = (id: number, tag = '') =>
      fetch(`${town.server.url}/api/v2/driver/trips/${id}/manifest`, {
        headers: { authorization: `Bearer ${token}`, ...(tag === '' ? {} : { 'if-none-match': tag }) },
      })
    const first = await ask(van.trip_id)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    const { data } = api.driver.manifest.answer.parse(await first.json())
    expect(data).toMatchObject({
      rules: { wait_minutes: 3, sign_on_early_minutes: 60 },
      time_zone: 'Australia/Brisbane',
      dispatch_phone: null,
    })
    const named = (text: string) => text.replaceAll('Maria Silva', 'Maria S.')
    expect(data.trip).toEqual(JSON.parse(named(JSON.stringify(await trip()))))
    expect(data.bookings).toEqual([
      {
        id: booking.id,
        name: 'Maria S.',
        phone_number: null,
        adults: 1,
        children: 0,
        concessions: 0,
        concession: null,
        attendants: 0,
        aids: [],
        due: { kind: 'cash', method: 'cash', amount: 3.5, currency: 'AUD' },
      },
    ])
    expect(data.trip.trip_stops.flatMap(({ boardings }) => boardings.map(({ id }) => id))).toEqual([booking.id])
    const again = await ask(van.trip_id, tag)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    await town.book({ who: maria, from: 'School', to: 'Station', at: '10:00' })
    const changed = await ask(van.trip_id, tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    const other = await town.vehicle('Van 2')
    expect((await ask(other.trip_id)).status).toBe(404)
    const session = (await van.client.call(api.driver.session)).data
    expect(session).toMatchObject({
      driver: { id: van.driver_id, full_name: 'Driver Van 1' },
      dispatch_phone: null,
      server_time: '2026-11-22T22:00:00.000Z',
    })
  })
})
