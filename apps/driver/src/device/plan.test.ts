import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Device } from './device.ts'
import { openDatabase } from './database.ts'
import { moveBookings, startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  openTrip,
  type Road,
  signedOn,
  tripOf,
} from '../testing/road.ts'

let server: TestServer
let road: Road
let device: Device
let maria: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  maria = await bookRide(road, 'Maria Silva', '09:00')
  device = await signedOn(road)
  await allSent(device)
})
afterEach(() => device.stop())

const cancel = (id: number) =>
  road.town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: null } })

// @test-tag long
test('the open trip is read again, and costs nothing while nothing has changed', async () => {
  await device.wake()
  const answers: number[] = []
  road.heard = (path, { status }) => {
    if (path.endsWith('/manifest')) answers.push(status)
  }
  await device.wake()
  await bookRide(road, 'Tom Berg', '10:00')
  await device.wake()
  await device.wake()
  expect(answers).toEqual([304, 200, 304])
  expect(openTrip(device).read_at).toBe(server.deps.clock.now().getTime())
  expect(openTrip(device).manifest.bookings.map(({ name }) => name)).toEqual(['Maria S.', 'Tom B.'])
})

test('stops that are added among the next three, or go, are told until confirmed, also when the app is opened again', async () => {
  const tom = await bookRide(road, 'Tom Berg', '08:40', ['School', 'Station'])
  await device.wake()
  expect(openTrip(device).changes).toContainEqual({ kind: 'added', stop: 'School', before: 'Station', task: 'pick_up' })
  await device.stop()
  device = road.open()
  await device.wake()
  expect(openTrip(device).changes).toContainEqual({ kind: 'added', stop: 'School', before: 'Station', task: 'pick_up' })
  await device.confirmChanges()
  await device.wake()
  expect(openTrip(device).changes).toEqual([])
  await cancel(tom)
  await device.wake()
  expect(openTrip(device).changes).toContainEqual({
    kind: 'removed',
    stop: 'School',
    before: 'Station',
    task: 'pick_up',
  })
  await device.confirmChanges()
  expect(openTrip(device).changes).toEqual([])
})

test('what happens beyond the next three stops is not told', async () => {
  await bookRide(road, 'Ann Lee', '10:00', ['School', 'Station'])
  await device.wake()
  await device.confirmChanges()
  await bookRide(road, 'Tom Berg', '14:00', ['Market', 'School'])
  await device.wake()
  expect(tripOf(device).trip_stops.length).toBeGreaterThan(4)
  expect(openTrip(device).changes).toEqual([])
})

// covers: DAPP-80
test('the stop where the vehicle stands stays, though its booking is cancelled before the arrival is sent', async () => {
  road.pass(60)
  await device.wake()
  road.refusing = ['/actions']
  await did(device, nextDeed(device))
  const [here] = tripOf(device).trip_stops
  await cancel(maria)
  await device.wake()
  expect(tripOf(device).trip_stops[0]).toMatchObject({
    id: here!.id,
    location_name: 'Market',
    arrived_at: here!.arrived_at,
  })
  await device.stop()
  device = road.open()
  await device.wake()
  expect(tripOf(device).trip_stops[0]).toMatchObject({ id: here!.id, arrived_at: here!.arrived_at })
  road.refusing = []
  await device.wake()
  await allSent(device)
  expect(openTrip(device).outcomes.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['arrive superseded'])
  await device.wake()
  expect(tripOf(device).trip_stops[0]).toMatchObject({ id: here!.id, arrived_at: here!.arrived_at })
  await did(device, nextDeed(device))
  await device.wake()
  await allSent(device)
  expect(tripOf(device).trip_stops.some(({ id }) => id === here!.id)).toBe(false)
  expect(await actionsAtServer(road)).toEqual(['sign_on applied', 'arrive superseded', 'depart superseded'])
})

test('a stop that is planned before the one that the vehicle has reached comes afterwards', async () => {
  road.pass(55)
  await device.wake()
  road.refusing = ['/actions']
  await did(device, nextDeed(device))
  const [here] = tripOf(device).trip_stops
  const other = await road.town.vehicle('Van 2')
  const tom = await bookRide(road, 'Tom Berg', '09:10', ['Harbour', 'School'])
  await moveBookings(server, road.town.zone_id, [tom], other.trip_id)
  await moveBookings(server, road.town.zone_id, [tom], road.crew.trip_id)
  await device.wake()
  expect(tripOf(device).trip_stops[0]).toMatchObject({ id: here!.id, arrived_at: here!.arrived_at })
  expect(tripOf(device).trip_stops.some(({ location_name }) => location_name === 'School')).toBe(true)
  road.refusing = []
  await device.wake()
  await allSent(device)
  expect(tripOf(device).trip_stops[0]).toMatchObject({ id: here!.id, arrived_at: here!.arrived_at })
})

test('when the trip is given to another driver the app says so and hides details at once; what was done is still sent', async () => {
  road.refusing = ['/actions']
  road.pass(60)
  await did(device, nextDeed(device))
  const other = await road.town.vehicle('Van 3', { from: '18:00', until: '20:00' })
  await server.client('operations_manager').call(api.trips.update, {
    params: { id: road.crew.trip_id },
    body: { driver_id: other.driver_id, vehicle_id: road.crew.vehicle_id },
  })
  await device.wake()
  expect(openTrip(device).changes).toEqual([{ kind: 'given_away' }])
  expect(JSON.stringify(device.state())).not.toContain('Maria')
  const db = await openDatabase(road.phone)
  expect(await db.count('keys')).toBe(0)
  db.close()
  road.refusing = []
  await device.wake()
  await allSent(device)
  expect(openTrip(device).outcomes.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['arrive needs_dispatcher'])
  await device.confirmChanges()
  expect(device.state().open).toBeNull()
})

// covers: DAPP-79
test('a change that is not confirmed for a minute goes to dispatch, and is taken back once it is confirmed', async () => {
  const attention = async () =>
    (await road.town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [road.town.region_id] } } }))
      .data
  const tick = (): void => road.timers.filter(({ every }) => every === 5000).forEach(({ work }) => work())
  await bookRide(road, 'Tom Berg', '08:40', ['School', 'Station'])
  await device.wake()
  tick()
  await expect.poll(() => openTrip(device).changes.length).toBeGreaterThan(0)
  tick()
  road.pass(0.9)
  tick()
  await device.wake()
  expect(await attention()).toEqual([])
  road.pass(0.2)
  await expect
    .poll(async () => {
      tick()
      return (await attention()).map(({ kind, severity, trip_id }) => [kind, severity, trip_id])
    })
    .toEqual([['plan_unconfirmed', 'soon', road.crew.trip_id]])
  await device.confirmChanges()
  await expect
    .poll(async () => {
      tick()
      return attention()
    })
    .toEqual([])
})
