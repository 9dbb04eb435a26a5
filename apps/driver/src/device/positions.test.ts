import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Device } from './device.ts'
import type { Fix } from './fix.ts'
import { keep } from './positions.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, did, nextDeed, type Road, signedOn, tripOf } from '../testing/road.ts'

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

const fix = (lon: number, more: Partial<Fix> = {}): Fix => ({
  lat: -27.47,
  lon,
  accuracy_m: 8,
  bearing: 90,
  speed: 10,
  ...more,
})
const seconds = (count: number): void => road.pass(count / 60)
const send = async (): Promise<void> => {
  road.timers.find(({ every }) => every === 8000)?.work()
  await device.wake()
}
const stored = () =>
  server.deps.db
    .selectFrom('positions')
    .where('trip_id', '=', road.crew.trip_id)
    .select(['longitude', 'recorded_at'])
    .orderBy('recorded_at')
    .execute()
const kept = async (): Promise<number[]> => {
  const db = await openDatabase(road.phone)
  const all = await db.getAll('positions')
  db.close()
  return all.map((one) => one.fix.lon)
}

test('a vehicle that drives is kept every 4 seconds and one that stands every 30, from sign-on to the end of the trip', async () => {
  device = road.open()
  await device.wake()
  expect(road.drives).toBeNull()
  await device.stop()
  device = await signedOn(road)
  for (let second = 0; second < 12; second += 1) {
    road.drives?.(fix(153 + second / 1000))
    seconds(1)
  }
  for (let second = 0; second < 62; second += 1) {
    road.drives?.(fix(153.5 + second / 1000, { speed: 0 }))
    seconds(1)
  }
  road.drives?.(fix(154, { accuracy_m: 101 }))
  await expect.poll(kept).toEqual([153, 153.004, 153.008, 153.526, 153.556])
  road.pass(60)
  while (tripOf(device).current_state !== 'completed') await did(device, nextDeed(device))
  expect(road.drives).toBeNull()
})

test('without signal positions wait with their times, go before the end of the trip is told, and are there once', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  const times: string[] = []
  for (let count = 0; count < 5; count += 1) {
    seconds(10)
    times.push(server.deps.clock.now().toISOString())
    road.drives?.(fix(153 + count / 100))
  }
  await expect.poll(async () => (await kept()).length).toBe(5)
  road.pass(60)
  const arrival = nextDeed(device)
  await did(device, arrival)
  while (tripOf(device).current_state !== 'completed') await did(device, nextDeed(device))
  road.network = 'lost answers'
  await send()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect((await stored()).map(({ recorded_at }) => recorded_at.toISOString())).toEqual(times)
  expect(await kept()).toEqual([])
})

test('where there are too many, every second one of the older half goes', async () => {
  device = await signedOn(road)
  const db = await openDatabase(road.phone)
  const reading = { wall: 0, steady: 0, run: 'first' }
  for (let count = 1; count <= 9; count += 1)
    await keep(db, { trip_id: 1, driver_id: 1, fix: fix(count), reading, recorded: null }, 8)
  db.close()
  expect(await kept()).toEqual([1, 3, 5, 6, 7, 8, 9])
})

test('an action tells where the vehicle was', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.pass(60)
  road.drives?.(fix(153.03))
  await did(device, nextDeed(device))
  await allSent(device)
  const actions = await server.deps.db.selectFrom('driver_actions').select('position').orderBy('id', 'desc').execute()
  expect(actions[0]?.position).toEqual({ lat: -27.47, lon: 153.03, accuracy_m: 8 })
})
