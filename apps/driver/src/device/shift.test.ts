import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { moveBookings, nothingBroken, startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  asAtServer,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  openTrip,
  type Road,
  signedOn,
  storyOf,
  tripAtServer,
  tripOf,
  until,
} from '../testing/road.ts'

let server: TestServer
let road: Road
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
})

// covers: DAPP-100
test('a trip is driven with a signal, and the server has the same trip after each deed', async () => {
  await bookRide(road, 'Maria Silva', '09:00')
  const device = await signedOn(road)
  while (tripOf(device).current_state !== 'completed') {
    road.pass(2)
    await did(device, nextDeed(device))
    const here = storyOf(tripOf(device))
    await allSent(device)
    expect([here, storyOf(tripOf(device))]).toEqual(Array(2).fill(storyOf(await tripAtServer(road))))
  }
  await device.stop()
})

// covers: DAPP-104
// @test-tag long
test('three hours without signal, in which the app is closed twice, have the times of the deeds afterwards', async () => {
  const maria = await bookRide(road, 'Maria Silva', '09:00')
  const tom = await bookRide(road, 'Tom Berg', '09:40', ['School', 'Station'])
  const absent = await bookRide(road, 'Ann Lee', '10:20', ['Market', 'Station'])
  let device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  const times: Record<string, string> = {}
  for (let step = 0; tripOf(device).current_state !== 'completed'; step += 1) {
    road.pass(9)
    const next = nextDeed(device)
    const deed =
      next.kind === 'board' && next.service_request_id === absent ? { ...next, kind: 'no_show' as const } : next
    while ((await device.did(deed))?.code === 'wait_until') road.pass(9)
    const now = server.deps.clock.now().toISOString()
    if (deed.kind === 'board') times[`boarded ${deed.service_request_id}`] = now
    if (deed.kind === 'drop_off') times[`out ${deed.service_request_id}`] = now
    if (step === 3 || step === 8) {
      await device.stop()
      device = road.open()
      expect((await until(device, ({ open }) => open !== null)).sending.unsent).toBe(step + 1)
    }
  }
  const driven = storyOf(tripOf(device))
  expect(device.state().sending).toMatchObject({ unsent_since: Date.parse('2026-11-22T22:09:00Z') })
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(storyOf(await tripAtServer(road))).toEqual(driven)
  const booking = async (id: number) =>
    (await road.town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
  for (const id of [maria, tom]) {
    const { pickup, dropoff } = await booking(id)
    expect([pickup.actual, dropoff.actual]).toEqual([times[`boarded ${id}`], times[`out ${id}`]])
  }
  expect((await booking(absent)).status).toBe('no_show')
  expect((await actionsAtServer(road)).every((one) => one.endsWith(' applied'))).toBe(true)
  await nothingBroken(server)
  await device.stop()
})

test('who got in rides on this trip, though dispatch cancelled one booking and moved another meanwhile', async () => {
  const maria = await bookRide(road, 'Maria Silva', '09:00')
  const tom = await bookRide(road, 'Tom Berg', '09:00')
  const other = await road.town.vehicle('Van 2')
  const device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await road.town.dispatcher.call(api.serviceRequests.cancel, { params: { id: maria }, body: { reason: null } })
  expect(await moveBookings(server, road.town.zone_id, [tom], other.trip_id)).toBe(1)
  road.pass(61)
  for (const kind of ['arrive', 'board', 'board', 'depart'] as const) {
    const next = nextDeed(device)
    expect(next.kind).toBe(kind)
    await did(device, next)
  }
  expect(tripOf(device).on_board).toBe(2)
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect((await tripAtServer(road)).on_board).toBe(2)
  await asAtServer(road, device)
  expect(openTrip(device).outcomes.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['arrive superseded'])
  await device.confirmOutcomes()
  expect(openTrip(device).outcomes).toEqual([])
  while (tripOf(device).current_state !== 'completed') {
    road.pass(1)
    await did(device, nextDeed(device))
  }
  await allSent(device)
  await asAtServer(road, device)
  await nothingBroken(server)
  await device.stop()
})

test('two apps that hold the same actions send them at once, and each action is done once', async () => {
  await bookRide(road, 'Maria Silva', '09:00')
  const device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  const done = ['sign_on']
  while (tripOf(device).current_state !== 'completed') {
    road.pass(5)
    const deed = nextDeed(device)
    await did(device, deed)
    done.push(deed.kind)
  }
  const other = road.open()
  await until(other, ({ sending }) => sending.unsent === done.length - 1)
  road.network = 'on'
  await Promise.all([device.wake(), other.wake()])
  await Promise.all([allSent(device), allSent(other)])
  expect(await actionsAtServer(road)).toEqual(done.map((kind) => `${kind} applied`))
  await Promise.all([device.stop(), other.stop()])
})
