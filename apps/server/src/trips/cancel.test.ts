import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const cancel = async (force: boolean) =>
  (
    await town.dispatcher.call(api.trips.changeState, {
      params: { id: van.trip_id },
      body: { status: 'cancelled', force, status_message: 'Flat battery' },
    })
  ).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data

describe('cancelling a trip', () => {
  // covers: TRIP-57, TRIP-60, TRIP-68, TRIP-96
  test('an empty trip is cancelled at once', async () => {
    const { trip, ...affected } = await cancel(false)
    expect(trip).toMatchObject({ current_state: 'cancelled', status_message: 'Flat battery', allowed_transitions: [] })
    expect(affected).toEqual({ service_requests_to_be_cancelled: [], service_requests_to_be_reassigned: [] })
  })

  // covers: TRIP-61, TRIP-66
  test('cancelling a trip with bookings first says which are moved and which cancelled, and changes nothing', async () => {
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const first = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const wheelchair = await town.vehicle('Chair 1', { wheelchairs: 1, until: '10:00' })
    const second = await town.book({ who: tom, from: 'Market', to: 'Station', at: '11:00' })
    const preview = await cancel(false)
    expect(preview.trip.current_state).toBe('staged')
    expect(preview.service_requests_to_be_reassigned).toEqual([first.id])
    expect(preview.service_requests_to_be_cancelled).toEqual([second.id])
    expect((await booking(first.id)).trip_id).toBe(van.trip_id)
    const listed = await town.dispatcher.call(api.serviceRequests.list, {
      query: { filter: { id: [first.id, second.id] } },
    })
    expect(listed.meta.total).toBe(2)
    const done = await cancel(true)
    expect(done.trip.current_state).toBe('cancelled')
    expect(await booking(first.id)).toMatchObject({
      status: 'assigned',
      trip_id: wheelchair.trip_id,
      pickup: { lower_bound: first.pickup.lower_bound },
    })
    expect(await booking(second.id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'No other trip can serve this booking',
    })
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: first.id } })
    expect(history.at(-1)!.reasons.map((reason) => reason.text)).toEqual([
      'The trip was cancelled: Flat battery',
      'Chair 1 can keep the promise',
    ])
  })

  test('a passenger on board a cancelled trip is picked up by another vehicle where the first one stopped', async () => {
    const maria = await town.passenger('Maria Silva')
    const ride = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '08:05' })
    const { client } = van
    await client.call(api.driver.signOn, { params: { id: van.trip_id } })
    server.deps.clock.set('2026-11-23T08:05:00+10:00')
    const stop = (await client.call(api.driver.trip, { params: { id: van.trip_id } })).data.trip_stops[0]!
    await client.call(api.driver.arrive, { params: { id: stop.id } })
    await client.call(api.driver.board, { params: { id: ride.id } })
    await client.call(api.driver.depart, { params: { id: stop.id } })
    server.deps.clock.set('2026-11-23T08:07:00+10:00')
    await client.call(api.driver.positions, {
      params: { id: van.trip_id },
      body: {
        positions: [
          {
            longitude: 153.03,
            latitude: -27.47,
            bearing: 90,
            speed: 0,
            recorded_at: server.deps.clock.now().toISOString(),
          },
        ],
      },
    })
    const rescue = await town.vehicle('Van 2')
    expect((await cancel(false)).service_requests_to_be_reassigned).toEqual([ride.id])
    await cancel(true)
    expect(await booking(ride.id)).toMatchObject({
      status: 'assigned',
      trip_id: rescue.trip_id,
      pickup: { name: 'Where Van 1 stopped', point: [153.03, -27.47] },
      dropoff: { name: 'Station' },
    })
  })

  // covers: TRIP-95
  test('a booking made after the confirmation was shown is shown before it is cancelled', async () => {
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const first = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const { trip: seen, ...shown } = await cancel(false)
    expect(shown).toEqual({
      service_requests_to_be_cancelled: [first.id],
      service_requests_to_be_reassigned: [],
    })
    const second = await town.book({ who: tom, from: 'Market', to: 'Station', at: '11:00' })
    const confirm = (change: object) =>
      town.dispatcher.call(api.trips.changeState, {
        params: { id: van.trip_id },
        body: { status: 'cancelled', force: true, shown, ...change },
        version: seen.version,
      })
    const refused = await refusal(confirm({}))
    expect([refused.status, refused.meta]).toEqual([
      409,
      { service_requests_to_be_cancelled: [first.id, second.id], service_requests_to_be_reassigned: [] },
    ])
    expect((await booking(first.id)).status).toBe('assigned')
    const again = { service_requests_to_be_cancelled: [first.id, second.id], service_requests_to_be_reassigned: [] }
    expect((await confirm({ shown: again })).data.trip.current_state).toBe('cancelled')
    const { data: history } = await town.dispatcher.call(api.trips.history, { params: { id: van.trip_id } })
    expect(history.map(({ before, after }) => [before, after])).toEqual([['staged', 'cancelled']])
  })

  test('a trip that another user has changed in between is not changed', async () => {
    const { version } = (await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })).data
    const to = (status: 'live' | 'completed') =>
      town.dispatcher.call(api.trips.changeState, { params: { id: van.trip_id }, body: { status }, version })
    await to('live')
    const stale = await refusal(to('completed'))
    expect([stale.status, stale.errors[0]?.code]).toEqual([409, 'stale_record'])
    expect(stale.meta?.['current']).toMatchObject({ current_state: 'live' })
  })

  test('a trip that is over cannot be cancelled again', async () => {
    await cancel(false)
    const error = await cancel(false).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, message: 'A trip that is cancelled cannot become cancelled' })
  })
})

describe('other state changes of a trip', () => {
  // covers: TRIP-53, TRIP-90, TRIP-91
  test('a trip lists the state changes that the server allows, and others are refused', async () => {
    const maria = await town.passenger('Maria Silva')
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const show = async () => (await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })).data
    expect((await show()).allowed_transitions).toEqual(['live', 'cancelled'])
    await town.dispatcher.call(api.trips.changeState, { params: { id: van.trip_id }, body: { status: 'live' } })
    expect(await show()).toMatchObject({ allowed_transitions: ['in_transit', 'cancelled'], late_status: 'on-time' })
    const error = await town.dispatcher
      .call(api.trips.changeState, { params: { id: van.trip_id }, body: { status: 'completed' } })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 422, message: '1 booking waits to be picked up by this trip' })
  })
})
