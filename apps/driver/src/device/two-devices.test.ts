import { api } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Device } from './device.ts'
import {
  actionsAtServer,
  allSent,
  buildRoad,
  did,
  openTrip,
  PIN,
  type Road,
  signedOn,
  tripAtServer,
  until,
} from '../testing/road.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let road: Road
const open: Device[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
})
afterEach(async () => {
  for (const device of open.splice(0)) await device.stop()
})

const kept = (device: Device): Device => {
  open.push(device)
  return device
}
const phone = async (): Promise<Device> => {
  const device = kept(await signedOn(road))
  await allSent(device)
  await device.wake()
  return device
}
const tablet = async (): Promise<Device> => {
  const device = kept(road.open(`tablet ${Math.random()}`))
  await device.signIn({ username: road.username, pin: PIN, shared: false })
  await device.openTrip(road.crew.trip_id)
  await device.wake()
  return device
}
const elsewhere = (device: Device) => openTrip(device).elsewhere

// covers: DAPP-17
test('a trip that is open on another device is only shown, until it is taken over, and what that one holds is still sent', async () => {
  const first = await phone()
  expect(elsewhere(first)).toBe(false)
  const second = await tablet()
  expect(elsewhere(second)).toBe(true)
  road.network = 'off'
  await did(first, { kind: 'manual_navigation', enabled: true })
  expect(await second.takeOver()).toBe(false)
  road.network = 'on'
  expect(await second.takeOver()).toBe(true)
  expect(elsewhere(second)).toBe(false)
  await first.wake()
  await until(first, (state) => state.open?.elsewhere === true)
  await allSent(first)
  expect((await tripAtServer(road)).manual_navigation).toBe(true)
  await first.closeTrip()
  expect(first.state().open).toBeNull()
})

test('what a driver left behind on a shared device is sent after sign-out, while a colleague drives', async () => {
  const device = kept(road.open())
  await device.signIn({ username: road.username, pin: PIN, shared: true })
  await device.openTrip(road.crew.trip_id)
  await did(device, { kind: 'sign_on' })
  await allSent(device)
  road.network = 'off'
  await did(device, { kind: 'complete' })
  road.drives?.({ lat: -27.47, lon: 153.03, accuracy_m: 9, bearing: null, speed: 0 })
  await device.signOut()
  expect(device.state().username).toBe('')
  road.network = 'on'
  await device.signIn({ username: await road.colleague(), pin: PIN, shared: true })
  await device.wake()
  expect(await actionsAtServer(road)).toEqual(['sign_on applied', 'complete applied'])
})

// covers: DAPP-124
test('after dispatch has signed its devices out a device forgets passengers, and what it holds is sent', async () => {
  const device = await phone()
  road.network = 'off'
  await did(device, { kind: 'manual_navigation', enabled: true })
  await server.client('administrator').call(api.drivers.signOut, { params: { id: road.crew.driver_id } })
  road.network = 'on'
  await device.wake()
  await until(device, ({ step }) => step === 'pin')
  await device.wake()
  const read = await actionsAtServer(road)
  expect(read).toEqual(['sign_on applied', 'manual_navigation applied'])
  expect(openTrip(device).manifest.bookings).toEqual([])
})

// covers: DAPP-16
test('a session lasts 16 hours, after which a running trip keeps everything, asks for the PIN alone and goes on', async () => {
  const device = await phone()
  road.pass(16 * 60 - 1)
  await device.wake()
  expect(device.state().step).toBe('signed_in')
  road.pass(1)
  await device.wake()
  await until(device, ({ step }) => step === 'pin')
  expect(device.state()).toMatchObject({
    username: road.username,
    open: { manifest: { trip: { id: road.crew.trip_id } } },
  })
  await did(device, { kind: 'manual_navigation', enabled: true })
  expect(await device.confirmPin(PIN)).toBeNull()
  await allSent(device)
  expect(device.state().open?.manifest.trip.manual_navigation).toBe(true)
  expect((await tripAtServer(road)).manual_navigation).toBe(true)
})
