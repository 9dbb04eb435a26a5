import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
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

type People = { driver_id: number; vehicle_id: number }
const of = ({ driver_id, vehicle_id }: People): People => ({ driver_id, vehicle_id })
const show = async (id = van.trip_id) => (await town.dispatcher.call(api.trips.show, { params: { id } })).data
const assign = async (body: People, version?: number) =>
  (
    await town.dispatcher.call(api.trips.update, {
      params: { id: van.trip_id },
      body,
      ...(version === undefined ? {} : { version }),
    })
  ).data
const refusalOf = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, ...errors.flatMap(({ source, detail }) => [source?.pointer, detail])]
}
/** Free from the evening on, so free all day but for a moment. */
const spare = (name: string, size: Parameters<SmallTown['vehicle']>[1] = {}) =>
  town.vehicle(name, { from: '20:00', until: '21:00', ...size })
const changes = async (id = van.trip_id) =>
  (await town.dispatcher.call(api.trips.history, { params: { id } })).data.map(({ change, before, after, message }) => [
    change,
    before,
    after,
    ...(message === null ? [] : [message]),
  ])

describe('giving a trip another crew', () => {
  // covers: TRIP-01, TRIP-02, TRIP-92
  test('a new crew changes the schedule, is recorded in the history and is seen by both drivers', async () => {
    const other = await spare('Van 2')
    const before = await show()
    const trip = await assign(of(other), before.version)
    expect(trip).toMatchObject({ vehicle_number: 'Van 2', driver_name: 'Driver Van 2', version: before.version + 1 })
    const { data: plan } = await server
      .client('operations_manager')
      .call(api.servicePlans.show, { params: { id: before.service_plan_id } })
    expect(plan).toMatchObject({ vehicle_number: 'Van 2', driver_name: 'Driver Van 2' })
    expect(await changes()).toEqual([
      ['driver', 'Driver Van 1', 'Driver Van 2'],
      ['vehicle', 'Van 1', 'Van 2'],
    ])
    expect((await van.client.call(api.driver.trips)).data).toEqual([])
    await other.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    expect((await changes()).at(-1)).toEqual(['state', 'staged', 'live'])
    expect((await refusal(assign(of(van), before.version))).status).toBe(409)
  })

  test('a new vehicle’s arrival is estimated from where it starts, and promises do not change', async () => {
    const maria = await town.passenger('Maria Silva')
    const ride = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '08:30' })
    const stops = (await show()).trip_stops
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    // The first van waits at the hospital, three minutes away from where the other one begins.
    const at = server.deps.clock.now().toISOString()
    const position = { longitude: 153.05, latitude: -27.47, bearing: 0, speed: 0, recorded_at: at }
    await van.client.call(api.driver.positions, { params: { id: van.trip_id }, body: { positions: [position] } })
    expect((await show()).latest_trip_monitor).not.toBeNull()
    const other = await spare('Van 2')
    await assign(of(other))
    const after = await show()
    expect(after.latest_trip_monitor).toBeNull()
    expect(after.trip_stops.map(({ id, scheduled_at }) => [id, scheduled_at])).toEqual(
      stops.map(({ id, scheduled_at }) => [id, scheduled_at]),
    )
    expect(after.trip_stops.every(({ eta }) => eta !== null)).toBe(true)
    const booking = (await town.dispatcher.call(api.serviceRequests.show, { params: { id: ride.id } })).data
    expect(booking.pickup).toMatchObject({ lower_bound: ride.pickup.lower_bound, upper_bound: ride.pickup.upper_bound })
  })

  test('assigning the same crew again changes nothing', async () => {
    const before = await show()
    expect((await assign(of(van))).version).toBe(before.version)
    expect(await changes()).toEqual([])
  })
})

describe('refused crew changes', () => {
  test('a driver or vehicle with another schedule at that time is refused, naming the schedule', async () => {
    const busy = await town.vehicle('Van 2', { from: '09:00', until: '12:00' })
    const [status, ...faults] = await refusalOf(assign(of(busy)))
    expect([status, faults[0], faults[2]]).toEqual([422, '/vehicle_id', '/driver_id'])
    expect(faults[1]).toMatch(/^Van 2 is already in schedule \d+ in Bayside, 9:00 am to 12:00 pm$/)
    expect(faults[3]).toMatch(/^Driver Van 2 is already in schedule \d+ in Bayside/)
    expect(await show()).toMatchObject({ vehicle_number: 'Van 1', driver_name: 'Driver Van 1' })
  })

  test('a vehicle with too few seats or wheelchair spaces for the bookings of the trip is refused', async () => {
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const chair = await town.vehicle('Chair 1', { wheelchairs: 1, seats: 6 })
    await server.deps.db.updateTable('vehicles').set({ status: 'inactive' }).where('id', '=', van.vehicle_id).execute()
    await town.book({ who: maria, from: 'Market', to: 'Station', at: '09:00', people: 4 })
    await town.book({ who: tom, from: 'School', to: 'Station', at: '09:00', wheelchairs: 1 })
    const small = await spare('Small 1', { seats: 3, wheelchairs: 1 })
    const bus = await spare('Bus 1', { seats: 20 })
    const give = (vehicle: Crew) =>
      town.dispatcher.call(api.trips.update, {
        params: { id: chair.trip_id },
        body: { driver_id: chair.driver_id, vehicle_id: vehicle.vehicle_id },
      })
    const trip = await show(chair.trip_id)
    expect(trip.booking_count).toBe(2)
    const [first, second] = trip.trip_stops.map((stop) => clockOf(stop.scheduled_at).replace(/^0/, ''))
    expect(await refusalOf(give(small))).toEqual([
      422,
      '/vehicle_id',
      `Small 1 has 3 seats: the bookings of this trip need 4 at ${first} am`,
    ])
    expect(await refusalOf(give(bus))).toEqual([
      422,
      '/vehicle_id',
      `Bus 1 has 0 wheelchair spaces: the bookings of this trip need 1 at ${second} am`,
    ])
    const large = await spare('Bus 2', { seats: 20, wheelchairs: 2 })
    expect((await give(large)).data.vehicle_number).toBe('Bus 2')
  })

  test('a trip with passengers on board gets another driver but no other vehicle', async () => {
    const maria = await town.passenger('Maria Silva')
    const ride = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '08:05' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    server.deps.clock.set('2026-11-23T08:05:00+10:00')
    const stop = (await show()).trip_stops[0]!
    await van.client.call(api.driver.arrive, { params: { id: stop.id } })
    await van.client.call(api.driver.board, { params: { id: ride.id } })
    const other = await spare('Van 2')
    expect(await refusalOf(assign(of(other)))).toEqual([
      422,
      '/vehicle_id',
      '1 booking is on board: it cannot change vehicle on the way',
    ])
    const relieved = await assign({ vehicle_id: van.vehicle_id, driver_id: other.driver_id })
    expect(relieved).toMatchObject({ driver_name: 'Driver Van 2', current_state: 'in_transit', on_board: 1 })
  })

  test('a driver on another trip, an inactive vehicle, an unknown driver and a trip that is over are refused', async () => {
    const other = await town.vehicle('Van 2', { from: '07:00', until: '08:00' })
    server.deps.clock.set('2026-11-23T07:30:00+10:00')
    await other.client.call(api.driver.signOn, { params: { id: other.trip_id } })
    server.deps.clock.set('2026-11-23T08:05:00+10:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    expect(await refusalOf(assign({ vehicle_id: van.vehicle_id, driver_id: other.driver_id }))).toEqual([
      422,
      '/driver_id',
      `This driver is still on trip_${other.trip_id}`,
    ])
    const { db } = server.deps
    await db.updateTable('vehicles').set({ status: 'inactive' }).where('id', '=', other.vehicle_id).execute()
    const unfit = { vehicle_id: other.vehicle_id, driver_id: 4711 }
    expect(await refusalOf(assign(unfit))).toEqual([
      422,
      '/vehicle_id',
      'This vehicle is not active',
      '/driver_id',
      'Please select a Driver',
    ])
    await town.dispatcher.call(api.trips.changeState, { params: { id: van.trip_id }, body: { status: 'completed' } })
    const late = await spare('Van 3')
    expect(await refusalOf(assign(of(late)))).toEqual([
      422,
      '',
      'A trip that is completed keeps its driver and its vehicle',
    ])
  })

  // covers: TRIP-37, TRIP-38
  test('a missing driver or vehicle is refused in the words of the form', async () => {
    expect(await refusalOf(assign({} as People))).toEqual([
      422,
      '/driver_id',
      'Please select a Driver',
      '/vehicle_id',
      'Please select a Vehicle',
    ])
  })

  test('users who may only read, or belong to another region, cannot change a trip', async () => {
    const call = { params: { id: van.trip_id }, body: of(van) }
    expect((await refusal(server.client('analyst').call(api.trips.update, call))).status).toBe(403)
    const status = { params: { id: van.trip_id }, body: { status: 'live' as const } }
    expect((await refusal(server.client('analyst').call(api.trips.changeState, status))).status).toBe(403)
    const elsewhere = server.client({
      permissions: ['TripManagement:trip:canRead', 'TripManagement:trip:canUpdate'],
      region_ids: [4711],
    })
    expect((await refusal(elsewhere.call(api.trips.update, call))).status).toBe(404)
    expect((await refusal(elsewhere.call(api.trips.history, { params: call.params }))).status).toBe(404)
    const several = elsewhere.call(api.trips.updateSeveral, {
      query: { ids: [van.trip_id] },
      body: [{ id: van.trip_id, ...of(van) }],
    })
    expect(await refusalOf(several)).toEqual([422, '/0/id', 'There is no such record'])
  })
})

// covers: TRIP-93, TRIP-94
test('several trips get one crew in one call, and none changes if one cannot', async () => {
  const evening = await town.vehicle('Van 2', { from: '18:00', until: '20:00' })
  const late = await town.vehicle('Van 3', { from: '20:00', until: '22:00' })
  const spareVan = await town.vehicle('Van 4', { from: '06:00', until: '07:00' })
  const several = (trips: readonly Crew[], crew: People) =>
    town.dispatcher.call(api.trips.updateSeveral, {
      query: { ids: trips.map((trip) => trip.trip_id) },
      body: trips.map((trip) => ({ id: trip.trip_id, ...crew })),
    })
  const { data } = await several([evening, late], of(spareVan))
  expect(data.map(({ id, vehicle_number }) => [id, vehicle_number])).toEqual([
    [evening.trip_id, 'Van 4'],
    [late.trip_id, 'Van 4'],
  ])
  const busy = await town.vehicle('Van 5', { from: '19:00', until: '21:00' })
  const [status, pointer, detail] = await refusalOf(several([van, evening], of(busy)))
  expect([status, pointer]).toEqual([422, '/1/vehicle_id'])
  expect(detail).toMatch(new RegExp(`^trip_${evening.trip_id}: Van 5 is already in schedule`))
  expect((await show()).vehicle_number).toBe('Van 1')
  expect((await show(evening.trip_id)).vehicle_number).toBe('Van 4')
  const wrong = town.dispatcher.call(api.trips.updateSeveral, {
    query: { ids: [late.trip_id] },
    body: [{ id: evening.trip_id, ...of(spareVan) }],
  })
  expect((await refusal(wrong)).status).toBe(422)
})
