import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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

const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}:00+10:00`)
const takeOut = async (kind: 'vehicle_lost' | 'trip_cancelled' = 'vehicle_lost') => {
  const disruption = { kind, trip_id: van.trip_id }
  const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
  await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
}
const putBack = async (client = town.dispatcher) =>
  (await client.call(api.trips.returnToService, { params: { id: van.trip_id } })).data
const waiting = async () =>
  (await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { left_waiting_by: [van.trip_id] } } })).data
/** How many still wait, where monitoring lists the trip. */
const watched = async () =>
  (await town.dispatcher.call(api.trips.active, { query: { filter: { id: [van.trip_id] } } })).data.map(
    ({ left_waiting }) => left_waiting,
  )

test('a vehicle back in service drives what is left of its schedule on another trip, and takes bookings', async () => {
  clock('09:00')
  await takeOut()
  clock('10:00')
  const trip = await putBack()
  expect([clockOf(trip.start_datetime), clockOf(trip.end_datetime), trip.current_state]).toEqual([
    '10:00',
    '18:00',
    'staged',
  ])
  expect(trip.driver_id).toBe(van.driver_id)
  const tom = await town.passenger('Tom Baker')
  expect((await town.book({ who: tom, from: 'Market', to: 'School', at: '10:30' })).trip_id).toBe(trip.id)
  const { data: lost } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
  expect(lost).toMatchObject({ current_state: 'cancelled', allow_return: false })
})

test('refuses to put back a trip that was cancelled otherwise, is driven again, or is over', async () => {
  await takeOut('trip_cancelled')
  expect((await refusal(putBack())).status).toBe(422)
  van = await town.vehicle('Van 2', { until: '12:00' })
  await takeOut()
  await putBack()
  expect((await refusal(putBack())).status).toBe(422)
  van = await town.vehicle('Van 3', { until: '12:00' })
  await takeOut()
  clock('11:58')
  expect((await refusal(putBack())).status).toBe(422)
})

test('refuses to put a vehicle back into service by a user without the right or of another region', async () => {
  await takeOut()
  expect((await refusal(putBack(server.client('analyst')))).status).toBe(403)
})

test('a lost vehicle and those who still wait for it are listed until they are picked up or cancelled', async () => {
  const tom = await town.passenger('Tom Baker')
  const una = await town.passenger('Una Bell')
  const moved = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:40' })
  const gone = await town.book({ who: una, from: 'School', to: 'Station', at: '09:30' })
  await town.vehicle('Van 2')
  clock('08:05')
  await takeOut()
  expect((await waiting()).map(({ id }) => id).toSorted()).toEqual([moved.id, gone.id])
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: gone.id }, body: {} })
  expect((await waiting()).map(({ id }) => id)).toEqual([moved.id])
  expect(await watched()).toEqual([1])
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: moved.id }, body: {} })
  expect(await watched()).toEqual([])
})
