import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LngLat } from '@ambit/geo'
import { destination, pointAlong } from '@ambit/geo'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, did, nextDeed, openTrip, type Road, signedOn, until } from '../testing/road.ts'

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

const legNow = () => openTrip(device).manifest.trip.trip_stops[0]?.leg
const asked = (): number => road.asked.filter((one) => one.endsWith('/leg')).length
/** The vehicle is there, a second later than before. */
const drives = ([lon, lat]: LngLat, accuracy_m = 8): void => {
  road.pass(1 / 60)
  road.drives?.({ lat, lon, accuracy_m, bearing: null, speed: 10 })
}
/** A place so many metres north of one on the way. */
const beside = (metres: number): LngLat => destination(pointAlong(legNow()?.path ?? [], 200) ?? [0, 0], metres, 0)

// covers: DAPP-46
test('a vehicle that is more than 60 m off its way for 10 s gets a new one from where it is, at most one in half a minute', async () => {
  drives(beside(3))
  const { place } = device.state()
  expect(place?.along).toMatchObject({ off: false })
  expect(Math.round(place?.along?.metres ?? 0)).toBe(200)
  const left = beside(300)
  for (let second = 0; second < 10; second += 1) drives(left)
  expect([device.state().place?.along?.off, asked()]).toEqual([false, 0])
  drives(left)
  expect(device.state().place?.along?.off).toBe(true)
  await until(device, () => legNow()?.path[0]?.[1] === left[1])
  expect(legNow()?.steps?.at(-1)?.kind).toBe('arrive')
  drives(left)
  expect(device.state().place?.along?.off).toBe(false)
  const again = beside(400)
  for (let second = 0; second < 15; second += 1) drives(again)
  expect([device.state().place?.along?.off, asked()]).toEqual([true, 1])
  for (let second = 0; second < 14; second += 1) drives(again)
  await expect.poll(asked).toBe(2)
})

test('without signal the way stays, and the device knows that the vehicle is off it', async () => {
  road.network = 'off'
  const before = legNow()
  const left = beside(300)
  for (let second = 0; second < 12; second += 1) drives(left)
  expect(device.state().place).toMatchObject({ lat: left[1], along: { off: true } })
  await device.wake()
  expect(legNow()).toEqual(before)
})

test('a vehicle in a yard beside the beginning of its way is on it, and has all of it ahead', () => {
  const [[lng, lat] = [0, 0], [to] = [0]] = legNow()?.path ?? []
  const [away, aside] = [lng - (to - lng) / 10, lat + 0.001]
  drives([away, aside])
  for (let second = 0; second < 12; second += 1) drives([away, aside])
  expect(device.state().place?.along).toMatchObject({ off: false, metres: 0 })
  expect(asked()).toBe(0)
})

test('a vehicle that stands beside its way has left it too, though its device tells no new place', async () => {
  drives(beside(300))
  const look = (): void => road.timers.find(({ every }) => every === 1000)?.work()
  road.pass(9 / 60)
  look()
  expect(device.state().place?.along?.off).toBe(false)
  road.pass(1 / 60)
  look()
  expect(device.state().place?.along?.off).toBe(true)
  await expect.poll(asked).toBe(1)
})

test('what is less certain than 100 m moves nothing, and at a stop and after the trip there is no way to be off', async () => {
  drives(beside(3))
  drives(beside(900), 101)
  expect(device.state().place?.lat).toBeCloseTo(beside(3)[1], 6)
  road.pass(60)
  await did(device, nextDeed(device))
  drives(beside(3))
  expect(device.state().place?.along).toBeNull()
  while (openTrip(device).manifest.trip.current_state !== 'completed') await did(device, nextDeed(device))
  expect(device.state().place).toBeNull()
})
