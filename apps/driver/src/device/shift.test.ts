import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  storyOf,
  tripAtServer,
  tripOf,
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

test('a trip is driven with a signal, and the server has the same trip after each deed', async () => {
  await bookRide(road, 'Maria Silva', '09:00')
  const device = await signedOn(road)
  while (tripOf(device).current_state !== 'completed') {
    road.pass(2)
    await did(device, nextDeed(device))
    await allSent(device)
    expect(storyOf(tripOf(device))).toEqual(storyOf(await tripAtServer(road)))
  }
  expect((await actionsAtServer(road)).every((one) => one.endsWith(' applied'))).toBe(true)
  await device.stop()
})
