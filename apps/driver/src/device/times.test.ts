import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  type Road,
  signedOn,
  tripAtServer,
  tripOf,
  until,
} from '../testing/road.ts'

const MINUTE = 60_000
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

/** Drives on to the end; answers with when each arrival and departure was. */
const driveOn = async (happens: (step: number) => Promise<void> | void): Promise<string[]> => {
  const times: string[] = []
  for (let step = 0; tripOf(device).current_state !== 'completed'; step += 1) {
    await happens(step)
    road.pass(4)
    const deed = nextDeed(device)
    if (deed.kind === 'arrive' || deed.kind === 'depart') times.push(server.deps.clock.now().toISOString())
    await did(device, deed)
    await device.wake()
  }
  return times
}

const seconds = (times: readonly (string | null)[]): number[] => times.map((time) => Date.parse(time ?? '') / 1000)

/** Within five seconds of when it was. */
const expectTimes = async (times: readonly string[]): Promise<void> => {
  await device.wake()
  await allSent(device)
  const { trip_stops } = await tripAtServer(road)
  const stored = seconds(trip_stops.flatMap(({ arrived_at, departed_at }) => [arrived_at, departed_at]))
  const wrong = stored.filter((time, index) => Math.abs(time - (seconds(times)[index] ?? 0)) > 5)
  expect([stored.length, wrong]).toEqual([times.length, []])
  expect((await actionsAtServer(road)).every((one) => one.endsWith(' applied'))).toBe(true)
}

// covers: DAPP-105
// @test-tag long
test('times are right though the phone’s clock is 20 minutes wrong and is set in mid-trip, with and without signal', async () => {
  for (const [index, network] of (['on', 'off'] as const).entries()) {
    if (index > 0) {
      await device.stop()
      road = await buildRoad(server)
      await bookRide(road, 'Maria Silva', '09:00')
    }
    road.ahead = 20 * MINUTE
    device = await signedOn(road)
    await allSent(device)
    road.pass(40)
    road.network = network
    const times = await driveOn((step) => {
      if (step === 3) road.ahead = -7 * MINUTE
    })
    expect(device.now()).toBe(server.deps.clock.now().getTime())
    road.network = 'on'
    await expectTimes(times)
    expect(device.state().clock_offset_ms).toBe(7 * MINUTE)
  }
})

test('times are right though the app was closed, or the phone slept, and its clock was set before the signal came back', async () => {
  road.ahead = 20 * MINUTE
  device = await signedOn(road)
  await allSent(device)
  road.pass(40)
  road.network = 'off'
  const times = await driveOn(async (step) => {
    if (step === 2) {
      await device.stop()
      device = road.open()
      await until(device, ({ open }) => open !== null)
    }
    if (step === 4) road.slept += 3 * MINUTE
  })
  road.network = 'on'
  await expectTimes(times)
})

// covers: DAPP-104, DAPP-105
// @test-tag long
test('times are right though what is sent is up to two minutes on its way, by a phone whose clock is right or ten minutes wrong', async () => {
  for (const [index, minutes] of [0, -10, 10].entries()) {
    if (index > 0) {
      await device.stop()
      road = await buildRoad(server)
      await bookRide(road, 'Maria Silva', '09:00')
    }
    road.ahead = minutes * MINUTE
    device = await signedOn(road)
    await allSent(device)
    road.pass(40)
    let batches = 0
    road.instead = (path) => {
      if (path.endsWith('/actions')) road.pass([0, 1.6, 2][(batches += 1) % 3] ?? 0)
      return null
    }
    const times = await driveOn(() => {})
    await expectTimes(times)
    expect(device.state().clock_offset_ms).toBe(0 - minutes * MINUTE)
  }
})
