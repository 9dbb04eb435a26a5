import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Device } from './device.ts'
import { openDatabase } from './database.ts'
import { keep } from './positions.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, did, nextDeed, PIN, type Road, signedOn } from '../testing/road.ts'

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
  device = await signedOn(road)
  await allSent(device)
})
afterEach(() => device.stop())

const reading = { wall: 0, steady: 0, run: 'first' }
const position = (lon: number) => ({
  trip_id: road.crew.trip_id,
  driver_id: road.crew.driver_id,
  fix: { lat: -27.47, lon, accuracy_m: 8, bearing: 90, speed: 8 },
  reading,
  recorded: null,
})
const kept = async (): Promise<{ positions: number[]; actions: string[] }> => {
  const db = await openDatabase(road.phone)
  const positions = (await db.getAll('positions')).map(({ fix }) => fix.lon)
  const actions = (await db.getAll('actions')).map(({ deed }) => deed.kind)
  db.close()
  return { positions, actions }
}

/** The next thing that is to be stored finds no room. */
const full = (): void => {
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('There is no room', 'QuotaExceededError')
  })
  onTestFinished(() => spy.mockRestore())
}

test('an action whose transaction breaks off is refused once, and nothing of it is kept', async () => {
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const add = Reflect.get(IDBObjectStore.prototype, 'add') as IDBObjectStore['add'] // called on its store below
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, value) {
    const request = add.call(this, value)
    this.transaction.abort()
    return request
  })
  onTestFinished(() => spy.mockRestore())
  road.network = 'off'
  await expect(device.did(nextDeed(device))).rejects.toThrow()
  // What nobody handles is told after the turn in which it was rejected.
  await new Promise((next) => setImmediate(next))
  expect(unhandled).not.toHaveBeenCalled()
  expect((await kept()).actions).toEqual([])
})

// covers: DAPP-92
// @test-tag long
test('without a signal 20,000 positions are kept, and of one more every second one of the oldest goes', async () => {
  const db = await openDatabase(road.phone)
  const tx = db.transaction('positions', 'readwrite')
  for (let count = 1; count < 20_000; count += 1) void tx.store.add({ ...position(count), number: count })
  await tx.done
  await keep(db, position(20_000))
  expect(await db.count('positions')).toBe(20_000)
  await keep(db, position(20_001))
  expect(await db.count('positions')).toBe(15_001)
  db.close()
})

// covers: DAPP-92
test('where storage runs short the map goes first, then every second one of the oldest positions, and actions never', async () => {
  road.network = 'off'
  await did(device, nextDeed(device))
  const db = await openDatabase(road.phone)
  for (let lon = 1; lon <= 6; lon += 1) await keep(db, position(lon))
  db.close()
  const maps = [true, false, false]
  const asked = vi.fn<() => Promise<boolean>>(async () => maps.shift() ?? false)
  road.spare = asked
  full()
  road.drives?.({ lat: -27.47, lon: 153, accuracy_m: 8, bearing: 90, speed: 8 })
  await expect.poll(async () => (await kept()).positions).toEqual([1, 2, 3, 4, 5, 6, 153])
  expect(asked).toHaveBeenCalledOnce()
  full()
  await did(device, nextDeed(device))
  expect(asked).toHaveBeenCalledTimes(2)
  expect(await kept()).toEqual({ positions: [1, 3, 5, 6, 153], actions: ['arrive', 'board'] })
})

/** The next thing that is put into this store finds no room. */
const fullAt = (store: string): void => {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put'] // called on its store below
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...kept) {
    if (this.name !== store) return put.apply(this, kept)
    spy.mockRestore()
    throw new DOMException('There is no room', 'QuotaExceededError')
  })
  onTestFinished(() => spy.mockRestore())
}

test('where storage runs short a driver signs in, reads the trips, opens one, signs on and takes it over after room was made', async () => {
  const asked = vi.fn<() => Promise<boolean>>(async () => true)
  const other = await buildRoad(server)
  other.spare = asked
  const phone = other.open()
  onTestFinished(() => phone.stop())
  const { trip_id } = other.crew
  const signIn = () => phone.signIn({ username: other.username, pin: PIN, shared: false })
  fullAt('clock')
  expect(await signIn()).toBeNull()
  fullAt('session')
  expect(await signIn()).toBeNull()
  fullAt('trips_read')
  expect(await phone.readTrips()).toBe(true)
  fullAt('trips')
  expect(await phone.openTrip(trip_id)).toBe(true)
  fullAt('session')
  expect(await phone.openTrip(trip_id)).toBe(true)
  fullAt('uploads')
  await did(phone, { kind: 'sign_on' })
  await phone.wake()
  await allSent(phone)
  fullAt('trips')
  expect(await phone.takeOver()).toBe(true)
  expect(asked).toHaveBeenCalledTimes(7)
})
