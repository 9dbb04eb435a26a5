import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { TripWithStops } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, STOPS } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { readVersion } from './plan/queries.ts'
import { rescueBookings } from './reassign/rescue.ts'
import { updateEtas } from './upkeep/update-etas.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})
afterEach(() => nothingBroken(server))

const show = async (crew: Crew): Promise<TripWithStops> =>
  (await town.dispatcher.call(api.trips.show, { params: { id: crew.trip_id } })).data
const words = (trip: TripWithStops, count: number) =>
  trip.trip_stops
    .slice(0, count)
    .map((stop) => [
      clockOf(stop.scheduled_at),
      stop.location_name,
      stop.kind,
      ...stop.alightings.map((one) => `${one.traveler_name} off`),
      ...stop.boardings.map((one) => `${one.traveler_name} on`),
    ])

describe('a fixed route', () => {
  test('a fixed route’s schedule makes a trip that drives run after run within its window', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', STOPS),
    })
    const trip = await show(bus)
    // Four times 100 s and three halts of 30 s make a run; 400 s back and two halts until the next.
    expect(words(trip, 7)).toEqual([
      ['09:00', 'Harbour', 'route_stop'],
      ['09:01', 'Market', 'route_stop'],
      ['09:03', 'School', 'route_stop'],
      ['09:06', 'Hospital', 'route_stop'],
      ['09:08', 'Station', 'route_stop'],
      ['09:15', 'Harbour', 'route_stop'],
      ['09:17', 'Market', 'route_stop'],
    ])
    expect(trip.trip_stops).toHaveLength(20)
  })

  test('passengers of a fixed route ride between its stops, and the vehicle does not leave it', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', STOPS),
    })
    const [tom, maria] = [await town.passenger('Tom Baker'), await town.passenger('Maria Silva')]
    const booking = await town.book({ who: tom, from: 'Market', to: 'Hospital', at: '09:10' })
    expect(words(await show(bus), 9).slice(5)).toEqual([
      ['09:15', 'Harbour', 'route_stop'],
      ['09:17', 'Market', 'route_stop', 'Tom Baker on'],
      ['09:19', 'School', 'route_stop'],
      ['09:21', 'Hospital', 'route_stop', 'Tom Baker off'],
    ])
    expect(booking.trip_id).toBe(bus.trip_id)
    // Against the line, and to where it does not go.
    const back = await town.search({ who: maria, from: 'Hospital', to: 'Market', at: '09:10' })
    expect(back.status).toBe('no_offerings')
    const away = await town.search({ who: maria, from: at(1000, 2000), to: 'Hospital', at: '09:10' })
    expect(away.status).toBe('no_offerings')
  })

  test('no passenger is offered a ride through the end of a line and back', async () => {
    await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', ['Harbour', 'Market', 'School']),
    })
    const search = await town.search({
      who: await town.passenger('Tom Baker'),
      from: 'School',
      to: 'Market',
      at: '09:00',
    })
    expect(search.status).toBe('no_offerings')
  })

  test('a search considers fixed routes and demand-responsive vehicles together', async () => {
    const route = await town.route('fixed_route', STOPS)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    const van = await town.vehicle('Van 1', { from: '09:00', until: '10:00' })
    const tom = await town.passenger('Tom Baker')
    const first = await town.book({ who: tom, from: 'Market', to: 'Station', at: '09:00' })
    expect([bus.trip_id, van.trip_id]).toContain(first.trip_id)
    // The van alone goes the other way.
    const back = await town.book({ who: tom, from: 'Station', to: 'Market', at: '09:20' })
    expect(back.trip_id).toBe(van.trip_id)
  })

  test('a driver drives a fixed route, and the next search uses the vehicle’s position', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', STOPS),
    })
    const tom = await town.passenger('Tom Baker')
    const { id } = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
    server.deps.clock.set('2026-11-23T08:59:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    const call = async (index: number, what: 'arrive' | 'depart') => {
      const stop = (await show(bus)).trip_stops[index]
      await bus.client.call(api.driver[what], { params: { id: stop?.id ?? 0 } })
    }
    await call(0, 'arrive')
    server.deps.clock.set('2026-11-23T09:00:00+10:00')
    await call(0, 'depart')
    // Three minutes late at the market, and so where people get off: the stops without passengers make up for some of it.
    server.deps.clock.set('2026-11-23T09:04:40+10:00')
    await call(1, 'arrive')
    await updateEtas(server.deps, town.zone_id)
    await bus.client.call(api.driver.board, { params: { id } })
    const late = (await show(bus)).trip_stops.slice(2, 7).map((stop) => {
      const [eta, planned] = [Date.parse(stop.eta ?? ''), Date.parse(stop.scheduled_at)]
      return Math.round((eta - planned) / 1000)
    })
    expect(late).toEqual([180, 180, 170, 140, 110])
    await call(1, 'depart')
    server.deps.clock.set('2026-11-23T09:07:00+10:00')
    await call(2, 'arrive')
    await bus.client.call(api.driver.dropOff, { params: { id } })
    await call(2, 'depart')
    const trip = await show(bus)
    expect(trip.current_state).toBe('in_transit')
    expect(trip.trip_stops).toHaveLength(20)
  })

  test('a driver who signs on late begins with the first run that can still leave in time', async () => {
    const route = await town.route('fixed_route', STOPS)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    server.deps.clock.set('2026-11-23T09:44:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    await updateEtas(server.deps, town.zone_id)
    const trip = await show(bus)
    expect(words(trip, 1)).toEqual([['09:47', 'Harbour', 'route_stop']])
    expect(trip.trip_stops).toHaveLength(5)
    expect(trip.status_message).toBe('Signed on late: 3 runs were not driven')
    const { data } = await town.dispatcher.call(api.trips.active, { query: { filter: { zone: [town.zone_id] } } })
    expect(data[0]?.late_status).toBe('on-time')
    await nothingBroken(server)
    // It drives on from there.
    const first = trip.trip_stops[0]?.id ?? 0
    await bus.client.call(api.driver.arrive, { params: { id: first } })
    server.deps.clock.set('2026-11-23T09:46:30+10:00')
    await bus.client.call(api.driver.depart, { params: { id: first } })
    const { trip_id } = await town.book({
      who: await town.passenger('Tom Baker'),
      from: 'School',
      to: 'Station',
      at: '09:46',
    })
    expect(trip_id).toBe(bus.trip_id)
  })

  test('a run with a booking is driven, however late the driver signs on', async () => {
    const route = await town.route('fixed_route', STOPS)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Market', to: 'School', at: '09:30' })
    server.deps.clock.set('2026-11-23T09:36:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    expect(words(await show(bus), 2)).toEqual([
      ['09:31', 'Harbour', 'route_stop'],
      ['09:33', 'Market', 'route_stop', 'Tom Baker on'],
    ])
  })

  test('a trip that staff set in service late begins with the first run that can still leave in time', async () => {
    const route = await town.route('fixed_route', STOPS)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    server.deps.clock.set('2026-11-23T09:44:00+10:00')
    const change = { params: { id: bus.trip_id }, body: { status: 'live' } } as const
    const { trip } = (await town.dispatcher.call(api.trips.changeState, change)).data
    expect(trip.status_message).toBe('Signed on late: 3 runs were not driven')
    expect(words(await show(bus), 1)).toEqual([['09:47', 'Harbour', 'route_stop']])
  })

  const LOOP = ['Harbour', 'Market', 'School', 'Harbour'] as const

  test('a driver who signs on late to a loop begins with the first round that can still leave in time', async () => {
    const route = await town.route('fixed_route', LOOP)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    expect((await show(bus)).trip_stops).toHaveLength(22)
    server.deps.clock.set('2026-11-23T09:06:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    const trip = await show(bus)
    expect(words(trip, 2)).toEqual([
      ['09:07', 'Harbour', 'route_stop'],
      ['09:09', 'Market', 'route_stop'],
    ])
    expect(trip.trip_stops).toHaveLength(19)
    expect(trip.status_message).toBe('Signed on late: 1 run was not driven')
  })

  test('a driver who signs on late to a loop begins with the round that is booked, not with those before it', async () => {
    const route = await town.route('fixed_route', LOOP)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Harbour', to: 'School', at: '09:30' })
    server.deps.clock.set('2026-11-23T09:45:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    const trip = await show(bus)
    expect(words(trip, 1)).toEqual([['09:32', 'Harbour', 'route_stop', 'Tom Baker on']])
    expect(trip.status_message).toBe('Signed on late: 4 runs were not driven')
  })

  test('a driver who signs on to a loop after the break begins with the first round that can still leave', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', LOOP),
      rest: { minutes: 10, from: '09:00', until: '09:25' },
    })
    server.deps.clock.set('2026-11-23T09:30:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    const trip = await show(bus)
    expect(words(trip, 1)).toEqual([['09:25', 'Harbour', 'route_stop']])
    expect(trip.status_message).toBe('Signed on late: 2 runs were not driven')
  })

  test('a passenger whose run is cancelled gets another run', async () => {
    const route = await town.route('fixed_route', STOPS)
    const first = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    const { id, trip_id } = await town.book({
      who: await town.passenger('Tom Baker'),
      from: 'Market',
      to: 'School',
      at: '09:00',
    })
    expect(trip_id).toBe(first.trip_id)
    const second = await town.vehicle('Bus 2', { from: '09:05', until: '10:00', route })
    const { data } = await town.dispatcher.call(api.trips.changeState, {
      params: { id: first.trip_id },
      body: { status: 'cancelled', force: true },
    })
    expect(data.service_requests_to_be_reassigned).toEqual([id])
    const moved = await town.dispatcher.call(api.serviceRequests.show, { params: { id } })
    expect(moved.data.trip_id).toBe(second.trip_id)
    expect(await rescueBookings(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(0)
  })

  // @test-tag long
  test('a route driver takes the break between two runs, and the next run can be booked', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '11:00',
      route: await town.route('fixed_route', STOPS),
      rest: { minutes: 30, from: '09:10', until: '10:00' },
    })
    // The second run is over, with its halt, at 9:24 and 30 s; 400 s back and a halt come after the break.
    expect(words(await show(bus), 12).slice(8)).toEqual([
      ['09:21', 'Hospital', 'route_stop'],
      ['09:24', 'Station', 'route_stop'],
      ['09:24', 'Station', 'break'],
      ['10:01', 'Harbour', 'route_stop'],
    ])
    const tom = await town.passenger('Tom Baker')
    const { pickup } = await town.book({ who: tom, from: 'Market', to: 'Hospital', at: '09:30' })
    expect(clockOf(pickup.lower_bound)).toBe('10:03')
    server.deps.clock.set('2026-11-23T09:00:00+10:00')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    const call = async (what: 'arrive' | 'depart') => {
      const stop = (await show(bus)).trip_stops.find((one) => one.departed_at === null)
      await bus.client.call(api.driver[what], { params: { id: stop?.id ?? 0 } })
    }
    for (let stop = 0; stop < 10; stop++) {
      server.deps.clock.advance(140_000)
      await call('arrive')
      await call('depart')
    }
    // At 9:23 and 20 s the second run is driven. Three minutes into the break, so much of it is still to come.
    server.deps.clock.set('2026-11-23T09:24:30+10:00')
    await call('arrive')
    server.deps.clock.set('2026-11-23T09:27:30+10:00')
    await updateEtas(server.deps, town.zone_id)
    const [rests, onward] = (await show(bus)).trip_stops.slice(10)
    expect([rests!.kind, clockOf(rests!.scheduled_departure_at)]).toEqual(['break', '09:54'])
    expect([onward!.location_name, clockOf(onward!.eta)]).toEqual(['Harbour', '10:01'])
  })

  test('no passenger is offered a ride round a loop through the driver’s break', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', ['Harbour', 'Market', 'School', 'Harbour']),
      rest: { minutes: 10, from: '09:00', until: '09:25' },
    })
    expect(words(await show(bus), 6)).toEqual([
      ['09:00', 'Harbour', 'route_stop'],
      ['09:01', 'Market', 'route_stop'],
      ['09:03', 'School', 'route_stop'],
      ['09:07', 'Harbour', 'route_stop'],
      ['09:08', 'Harbour', 'break'],
      ['09:18', 'Harbour', 'route_stop'],
    ])
    const tom = await town.passenger('Tom Baker')
    const { pickup } = await town.book({ who: tom, from: 'School', to: 'Market', at: '09:00' })
    // Not at 9:03: that round ends with the break.
    expect(clockOf(pickup.lower_bound)).toBe('09:22')
  })

  test('a full run is not offered again', async () => {
    await town.vehicle('Bus 1', {
      from: '09:00',
      until: '09:20',
      seats: 2,
      route: await town.route('fixed_route', STOPS),
    })
    await town.book({ who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Station', at: '08:50', people: 2 })
    const search = await town.search({
      who: await town.passenger('Maria Silva'),
      from: 'Market',
      to: 'School',
      at: '08:50',
    })
    expect(search.status).toBe('no_offerings')
    expect(search.reasons).not.toEqual([])
  })

  test('a route of another zone is refused at its field', async () => {
    const route = await town.route('fixed_route', STOPS)
    const make = (change: object) =>
      server.client('operations_manager').call(api.servicePlans.create, {
        body: {
          zone_id: town.zone_id,
          start_time: '2026-11-23T18:00:00+10:00',
          end_time: '2026-11-23T22:00:00+10:00',
          service_route_id: route,
          ...change,
        },
      })
    expect((await refusal(make({ service_route_id: 999_999 }))).errors[0]?.source?.pointer).toBe('/service_route_id')
    const { data } = await make({})
    expect(data).toMatchObject({ service_route_id: route, service_route_name: 'Shoreline' })
  })
})

describe('a deviated route', () => {
  test('a deviated route leaves its line for a passenger while its slack lasts, and no longer', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('deviated', STOPS, 4),
    })
    const { server: own } = town
    await own.deps.db
      .updateTable('service_strategies')
      .set({ configuration: JSON.stringify({ door_to_door: true }) })
      .where('zone_id', '=', town.zone_id)
      .where('default', '=', true)
      .execute()
    const [tom, maria] = [await town.passenger('Tom Baker'), await town.passenger('Maria Silva')]
    const { trip_id } = await town.book({ who: tom, from: at(1500, 400), to: 'Hospital', at: '08:50' })
    expect(trip_id).toBe(bus.trip_id)
    const trip = await show(bus)
    expect(words(trip, 5).map(([, name, kind]) => [name, kind])).toEqual([
      ['Harbour', 'route_stop'],
      ['Market', 'route_stop'],
      ['A door', 'passenger'],
      ['School', 'route_stop'],
      ['Hospital', 'passenger'],
    ])
    const far = await town.search({ who: maria, from: at(1500, 2900), to: 'Station', at: '09:00' })
    expect(far.status).toBe('no_offerings')
  })
})
