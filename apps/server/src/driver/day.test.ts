import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
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

describe('Oscar drives Maria to the hospital', () => {
  // covers: BOOK-63, BOOK-64, TRIP-84
  test('from booking to set down, every step in her history', async () => {
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
    expect(
      await refusal(van.client.call(api.driver.complete, { params: { id: van.trip_id } })),
    ).toMatch(/in transit|on board/)
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

  test('stops are taken in order, and nobody is left behind in silence', async () => {
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
      'Maria Silva has neither boarded nor been declared a no-show',
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

  test('a step taken by mistake is taken back, in reverse order', async () => {
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
      'There is nothing to take back',
    )
  })

  test('setting out for the pick-up secures it; an old position moves nothing', async () => {
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
})
