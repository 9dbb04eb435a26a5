import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

// covers: TRIP-83, TRIP-85, TRIP-86
test('a trip says who drives what, how it stands and when, and of each stop where it is and who gets on and off when', async () => {
  const town = await buildSmallTown(server)
  const van = await town.vehicle('Van 1', { seats: 6 })
  const maria = await town.passenger('Maria Silva')
  const booking = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00', people: 2 })
  const show = async () => (await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })).data
  const trip = await show()
  const [pickup, dropoff] = trip.trip_stops
  expect(trip).toMatchObject({
    id: van.trip_id,
    name: `trip_${van.trip_id}`,
    driver_id: van.driver_id,
    driver_name: 'Driver Van 1',
    vehicle_id: van.vehicle_id,
    vehicle_number: 'Van 1',
    current_state: 'staged',
    allowed_transitions: ['live', 'cancelled'],
    late_status: 'staged',
    zone_id: town.zone_id,
    start_datetime: '2026-11-22T22:00:00.000Z',
    end_datetime: '2026-11-23T08:00:00.000Z',
    capacity: 6,
    current_trip_stop: null,
    next_trip_stop: { id: pickup?.id },
  })
  expect(trip.trip_stops).toHaveLength(2)
  expect(pickup).toMatchObject({
    id: expect.any(Number) as number,
    location_id: town.stops.Market,
    location_index: 0,
    location_name: 'Market',
    point: stopPoint('Market'),
    scheduled_at: '2026-11-22T23:00:00.000Z',
    scheduled_departure_at: '2026-11-22T23:00:50.000Z',
    latest_arrival_time: '2026-11-22T23:10:00.000Z',
    arrived_at: null,
    departed_at: null,
    boardings: [{ id: booking.id, passenger_count: 2, promised_lower_bound: '2026-11-22T23:00:00.000Z' }],
    alightings: [],
  })
  expect(dropoff).toMatchObject({
    location_index: 1,
    location_name: 'Hospital',
    point: stopPoint('Hospital'),
    boardings: [],
    alightings: [{ id: booking.id, passenger_count: 2 }],
  })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  server.deps.clock.set('2026-11-23T09:00:00+10:00')
  await van.client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
  const there = await show()
  expect(there.current_trip_stop).toEqual({ id: pickup?.id })
  await van.client.call(api.driver.board, { params: { id: booking.id } })
  server.deps.clock.set('2026-11-23T09:01:00+10:00')
  await van.client.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
  const gone = await show()
  expect(gone.trip_stops[0]).toMatchObject({
    arrived_at: '2026-11-22T23:00:00.000Z',
    departed_at: '2026-11-22T23:01:00.000Z',
  })
  expect(gone.next_trip_stop?.id).toBe(dropoff?.id)
})
