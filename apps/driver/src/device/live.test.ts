import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, openTrip, type Road, signedOn } from '../testing/road.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  await bookRide(road, 'Maria Silva', '09:00')
})
afterEach(() => device.stop())

const LIVE = '/driver/live'
const asked = (end: string): number => road.asked.filter((call) => call.endsWith(end)).length

// covers: DAPP-132
// @test-tag long
test('a device that has signed on is told of a change of its trip and of a message, before it asks by itself', async () => {
  road.follows = true
  device = await signedOn(road)
  await allSent(device)
  await expect.poll(() => asked(LIVE)).toBe(1)
  await bookRide(road, 'Tom Berg', '08:40', ['School', 'Station'])
  await expect.poll(() => openTrip(device).changes.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const params = { id: road.crew.trip_id }
  await road.town.dispatcher.call(api.driverMessages.create, { params, body: { text: 'The bridge is closed' } })
  await expect
    .poll(() => openTrip(device).thread.map(({ text }) => text), { timeout: 10_000 })
    .toEqual(['The bridge is closed'])
})

// covers: DAPP-132
test('a stream that broke off is taken up where it was, and without one the device asks every 15 seconds', async () => {
  const after: (string | null)[] = []
  road.instead = (path, { headers }) => {
    if (!path.endsWith(LIVE)) return null
    after.push(new Headers(headers).get('last-event-id'))
    return new Response(after.length === 1 ? 'id: 7\nevent: ready\ndata: {}\n\n: heartbeat\n\n' : '')
  }
  road.follows = true
  device = await signedOn(road)
  await allSent(device)
  await expect.poll(() => after.length).toBeGreaterThan(0)
  await expect
    .poll(() => {
      for (const { every, work } of road.timers) if (every === 5000) work()
      return after.length
    })
    .toBeGreaterThan(1)
  expect(after.slice(0, 2)).toEqual([null, '7'])
  await device.wake()
  const before = asked('/manifest')
  road.timers.find(({ every }) => every === 15_000)?.work()
  await expect.poll(() => asked('/manifest')).toBeGreaterThan(before)
})
