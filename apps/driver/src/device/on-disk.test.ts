import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Device } from './device.ts'
import { allSent, buildRoad, nextDeed, type Road, signedOn } from '../testing/road.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  device = await signedOn(road)
  await allSent(device)
})
afterEach(() => device.stop())

/** Of each store that something is put into, whether its transaction is over once that is on the disk. */
const watchWrites = (): Map<string, string> => {
  const written = new Map<string, string>()
  const { prototype } = IDBObjectStore
  for (const way of ['add', 'put'] as const) {
    const before = Reflect.get(prototype, way) as IDBObjectStore['add'] // it is put back as it was
    prototype[way] = function (...given) {
      written.set(this.name, this.transaction.durability)
      return before.apply(this, given)
    }
    onTestFinished(() => void (prototype[way] = before))
  }
  return written
}

test('an action, a message, a photo, a report and a call for help are told as done once they are on the disk', async () => {
  road.network = 'off'
  const written = watchWrites()
  await device.did(nextDeed(device))
  await device.writeMessage('The engine smokes')
  await device.keepPhoto(new Blob(['picture']))
  await device.report('road_blocked', 'A tree', [])
  await device.callForHelp()
  const done = ['actions', 'messages', 'photos', 'pictures', 'incidents', 'emergency']
  expect(done.map((store) => [store, written.get(store)])).toEqual(done.map((store) => [store, 'strict']))
})
