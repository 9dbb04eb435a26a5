import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Disruption } from '@ambit/contract'
import { sql } from 'kysely'
import type { Address } from '@ambit/streets'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, stopPoint } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const street = (title: string): Address => ({
  id: title,
  label: `${title}, Port Halloran 4991`,
  title,
  kind: 'street',
  position: at(0),
})
const house: Address = { ...street('12 Halloran Road'), kind: 'house_number', street: 'Halloran Road' }
const streets = straightStreets()
const near = [house, street('Halloran Road'), street('Market Street')]

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({
    streets: { ...streets, addresses: { ...streets.addresses, reverse: () => near } },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}:00+10:00`)
const windowOf = (end: { lower_bound: string; upper_bound: string }) => [
  clockOf(end.lower_bound),
  clockOf(end.upper_bound),
]
const promisedOf = (end: { promised_lower_bound: string; promised_upper_bound: string }) => [
  clockOf(end.promised_lower_bound),
  clockOf(end.promised_upper_bound),
]

const carryOut = async (disruption: Disruption) => {
  const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
  await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
  return data
}

/** Maria boards Van 1 at the harbour for the station, and it stops two minutes later, a kilometre on. */
const breakDownWithMaria = async () => {
  const maria = await town.passenger('Maria Silva')
  const told = await town.book({ who: maria, from: at(100), to: 'Station', at: '08:10' })
  const { id } = told
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  clock('08:12')
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  const params = { id: data.trip_stops[0]?.id ?? 0 }
  await van.client.call(api.driver.arrive, { params })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params })
  clock('08:14')
  const [longitude, latitude] = at(1000)
  const recorded_at = server.deps.clock.now().toISOString()
  await van.client.call(api.driver.positions, {
    params: { id: van.trip_id },
    body: { positions: [{ longitude, latitude, bearing: 90, speed: 0, recorded_at }] },
  })
  return told
}

test('a booking that a lost vehicle makes late keeps its first promise, and its new trip is late by it', async () => {
  const tom = await town.passenger('Tom Baker')
  const told = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
  const spare = await town.vehicle('Van 2', { from: '08:50' })
  await carryOut({ kind: 'trip_cancelled', trip_id: van.trip_id })
  const moved = await booking(told.id)
  expect(promisedOf(moved.pickup)).toEqual(windowOf(told.pickup))
  expect(promisedOf(moved.dropoff)).toEqual(windowOf(told.dropoff))
  expect([clockOf(moved.pickup.upper_bound), clockOf(moved.pickup.eta)]).toEqual(['08:51', '08:51'])
  clock('08:50')
  await spare.client.call(api.driver.signOn, { params: { id: spare.trip_id } })
  const trip = (await town.dispatcher.call(api.trips.show, { params: { id: spare.trip_id } })).data
  expect([trip.late_status, Math.round(trip.late_by_s / 60)]).toEqual(['very-late', 22])
  const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: told.id } })
  expect(history.at(-1)?.reasons.map(({ text }) => text)).toEqual([
    'The trip was cancelled',
    'Van 2 is the next that can come, 22 minutes later than promised',
  ])
})

test('a second lost vehicle measures lateness from the first promise as well', async () => {
  const tom = await town.passenger('Tom Baker')
  const told = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
  const spare = await town.vehicle('Van 2', { from: '08:50' })
  await carryOut({ kind: 'trip_cancelled', trip_id: van.trip_id })
  await town.vehicle('Van 3', { from: '09:00' })
  const { service_requests } = await carryOut({ kind: 'trip_cancelled', trip_id: spare.trip_id })
  expect(service_requests.map(({ late_s }) => Math.round(late_s / 60))).toEqual([32])
  expect(promisedOf((await booking(told.id)).pickup)).toEqual(windowOf(told.pickup))
})

test('a stranded passenger waits at an address, walks nowhere, and keeps the promise that was first made', async () => {
  const told = await breakDownWithMaria()
  expect(told.pickup.walk_m).toBeGreaterThan(0)
  await town.vehicle('Van 2', { from: '08:00' })
  await carryOut({ kind: 'vehicle_lost', trip_id: van.trip_id })
  const stranded = await booking(told.id)
  expect(stranded).toMatchObject({
    status: 'assigned',
    pickup: { name: 'Halloran Road near Market Street', point: at(1000), walk_m: 0, walk_s: 0, actual: null },
  })
  expect([clockOf(stranded.stranded_at), clockOf(stranded.first_boarded_at)]).toEqual(['08:14', '08:12'])
  expect(promisedOf(stranded.pickup)).toEqual(windowOf(told.pickup))
  expect(promisedOf(stranded.dropoff)).toEqual(windowOf(told.dropoff))
  // Van 2 comes from the harbour within two minutes; three kilometres remain.
  expect(windowOf(stranded.pickup)).toEqual(['08:14', '08:25'])
  expect(Date.parse(stranded.dropoff.lower_bound)).toBeGreaterThan(Date.parse(stranded.pickup.lower_bound))
})

test('a passenger of a vehicle that tells no positions and breaks down at a stop waits at that stop', async () => {
  const { id } = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Market',
    to: 'Station',
    at: '08:10',
  })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  clock('08:12')
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  await van.client.call(api.driver.arrive, { params: { id: data.trip_stops[0]?.id ?? 0 } })
  await van.client.call(api.driver.board, { params: { id } })
  await town.vehicle('Van 2')
  await carryOut({ kind: 'vehicle_lost', trip_id: van.trip_id })
  expect((await booking(id)).pickup.point).toEqual(stopPoint('Market'))
})

test('a stranded passenger for whom no trip can come is listed with where they stand', async () => {
  const told = await breakDownWithMaria()
  await carryOut({ kind: 'vehicle_lost', trip_id: van.trip_id })
  expect(await booking(told.id)).toMatchObject({
    status: 'error',
    error_message: 'Stranded: no other trip can come to Halloran Road near Market Street',
    pickup: { name: 'Halloran Road near Market Street' },
  })
})

test('the database refuses to change a first promise without another offering', async () => {
  const tom = await town.passenger('Tom Baker')
  const { id } = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
  const change = sql`update service_requests set promised_pickup_upper_bound = now() where id = ${id}`
  await expect(change.execute(server.deps.db)).rejects.toThrow('changes only with another offering')
})
