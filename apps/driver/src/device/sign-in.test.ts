import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { openDatabase } from './database.ts'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  openTrip,
  PIN,
  type Road,
  signedOn,
  tripOf,
  until,
} from '../testing/road.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
})
afterEach(() => device.stop())

const signIn = (pin = PIN, shared = false) => device.signIn({ username: road.username, pin, shared })

/** Everything that the phone keeps, as text. */
const keptText = async (): Promise<string> => {
  const db = await openDatabase(road.phone)
  const all = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)))
  db.close()
  return JSON.stringify(all, (_, value: unknown) =>
    value instanceof ArrayBuffer || value instanceof Uint8Array
      ? Buffer.from(value as Uint8Array).toString('latin1')
      : value,
  )
}

test('a wrong PIN, a phone without signal, too many tries and a server that cannot are told apart', async () => {
  device = road.open()
  expect(await signIn('000000')).toEqual({ reason: 'wrong' })
  road.network = 'off'
  expect(await signIn()).toEqual({ reason: 'offline' })
  road.network = 'on'
  road.instead = () => new Response('', { status: 503 })
  expect(await signIn()).toEqual({ reason: 'failed', detail: 'The server answered 503' })
  road.instead = () => new Response('', { status: 429, headers: { 'retry-after': '90' } })
  expect(await signIn()).toEqual({ reason: 'throttled', seconds: 90 })
  road.instead = null
  expect(await signIn()).toBeNull()
  expect(device.state()).toMatchObject({ step: 'signed_in', username: road.username, dispatch_phone: null })
})

// covers: DAPP-11
test('the username is remembered unless the device is shared, and the PIN is kept nowhere', async () => {
  device = road.open()
  expect(await until(device, ({ step }) => step !== 'reading')).toMatchObject({ step: 'signed_out', is_new: true })
  await signIn()
  expect(await keptText()).not.toContain(PIN)
  await device.stop()
  device = road.open()
  expect(await until(device, ({ step }) => step !== 'reading')).toMatchObject({ step: 'signed_in' })
  const ended = new Promise((resolve) => {
    road.heard = (path, { status }) => path.endsWith('/sessions/current') && resolve(status)
  })
  await device.signOut()
  expect(device.state()).toMatchObject({ step: 'signed_out', is_new: false, username: road.username, driver: null })
  expect(await ended).toBe(204)
  await signIn(PIN, true)
  await device.signOut()
  expect(device.state().username).toBe('')
  expect(await keptText()).not.toContain(road.username)
  expect(await keptText()).not.toContain(PIN)
})

// covers: DAPP-15
test('an app that is older than the server takes is known as such from the sign-in on, and still sends what it holds', async () => {
  device = await signedOn(road)
  await allSent(device)
  expect(device.state().outdated).toBe(false)
  road.network = 'off'
  await did(device, { kind: 'manual_navigation', enabled: true })
  await device.signOut()
  const { data } = await road.crew.client.call(api.driver.session)
  const newer = { data: { ...data, oldest_app_version: 10_000 } }
  road.instead = (path) => (path.endsWith('/session') ? Response.json(newer) : null)
  road.network = 'on'
  expect(await signIn()).toBeNull()
  expect(device.state().outdated).toBe(true)
  await device.wake()
  await expect.poll(() => actionsAtServer(road)).toEqual(['sign_on applied', 'manual_navigation applied'])
})

// @test-tag long
test('after the session ended in a running trip the PIN alone is asked, and the driver goes on where they were', async () => {
  await bookRide(road, 'Maria Silva', '09:00')
  device = await signedOn(road)
  await allSent(device)
  road.pass(60)
  await did(device, nextDeed(device))
  await allSent(device)
  road.instead = (path) =>
    path.endsWith('/actions')
      ? Response.json(
          { errors: [{ status: '401', code: 'token_expired', title: '', detail: 'Ended' }] },
          { status: 401 },
        )
      : null
  await did(device, nextDeed(device))
  await until(device, ({ step }) => step === 'pin')
  expect(tripOf(device)).toMatchObject({ on_board: 1 })
  expect(device.state().sending.unsent).toBe(1)
  await device.stop()
  road.instead = null
  device = road.open()
  await until(device, ({ step }) => step === 'pin')
  expect(tripOf(device).on_board).toBe(1)
  expect(await device.confirmPin('111111')).toEqual({ reason: 'wrong' })
  expect(await device.confirmPin(PIN)).toBeNull()
  await allSent(device)
  expect(device.state().step).toBe('signed_in')
  expect(await actionsAtServer(road)).toEqual(['sign_on applied', 'arrive applied', 'board applied'])
})

// @test-tag long
test('signing out deletes the trip, and what is not sent goes with the next sign-in of that driver alone', async () => {
  await bookRide(road, 'Maria Silva', '08:30')
  device = road.open()
  await signIn()
  await device.openTrip(road.crew.trip_id)
  road.network = 'off'
  await did(device, { kind: 'sign_on' })
  await device.signOut()
  expect(device.state()).toMatchObject({ step: 'signed_out', open: null, trips: null })
  road.network = 'on'
  const other = await road.colleague()
  expect(await device.signIn({ username: other, pin: PIN, shared: false })).toBeNull()
  expect(device.state().sending.unsent).toBe(0)
  await device.signOut()
  expect(await actionsAtServer(road)).toEqual([])
  await signIn()
  await allSent(device)
  await until(device, ({ sending }) => sending.answered_at !== null)
  expect(await actionsAtServer(road)).toEqual(['sign_on applied'])
})

// covers: DAPP-98
test('a trip whose manifest was read within the hour is opened and signed on to without signal, an older one is not', async () => {
  await bookRide(road, 'Maria Silva', '11:00')
  device = road.open()
  await signIn()
  expect(await device.readTrips()).toBe(true)
  expect(await device.openTrip(road.crew.trip_id)).toBe(true)
  await device.closeTrip()
  road.network = 'off'
  road.pass(61)
  expect([await device.readTrips(), await device.openTrip(road.crew.trip_id)]).toEqual([false, false])
  expect(device.state().trips?.list.map(({ id }) => id)).toEqual([road.crew.trip_id])
  road.network = 'on'
  expect(await device.openTrip(road.crew.trip_id)).toBe(true)
  await device.closeTrip()
  road.network = 'off'
  road.pass(59)
  expect(await device.openTrip(road.crew.trip_id)).toBe(true)
  await did(device, { kind: 'sign_on' })
  expect(tripOf(device).current_state).toBe('live')
  await device.closeTrip()
  expect(tripOf(device).current_state).toBe('live')
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(await actionsAtServer(road)).toEqual(['sign_on applied'])
})

test('a trip that may be signed on to is taken along with the list of trips, and a later one is not', async () => {
  await bookRide(road, 'Maria Silva', '11:00')
  server.deps.clock.set('2026-11-23T06:59:00+10:00')
  device = road.open()
  await signIn()
  await device.readTrips()
  await device.wake()
  expect(road.asked.some((call) => call.endsWith('/manifest'))).toBe(false)
  road.pass(1)
  await device.wake()
  road.network = 'off'
  expect(await device.openTrip(road.crew.trip_id)).toBe(true)
  expect(openTrip(device).manifest.bookings.map(({ name }) => name)).toEqual(['Maria S.'])
})

test('what the server will never take is told, and keeps no later trip from being taken along', async () => {
  const later = await road.town.vehicle('Van 2')
  await server.deps.db
    .updateTable('trips')
    .set({ driver_id: road.crew.driver_id, start_datetime: new Date('2026-11-24T19:30:00+10:00') })
    .set({ end_datetime: new Date('2026-11-24T22:00:00+10:00') })
    .where('id', '=', later.trip_id)
    .execute()
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await did(device, { kind: 'complete' })
  await device.stop()
  server.deps.clock.set('2026-11-23T18:20:00+10:00')
  await road.town.dispatcher.call(api.trips.changeState, {
    params: { id: road.crew.trip_id },
    body: { status: 'completed', force: true },
  })
  server.deps.clock.set('2026-11-24T19:00:00+10:00')
  road.network = 'on'
  device = road.open()
  await signIn()
  await device.wake()
  expect(device.state().sending.unsent).toBe(0)
  expect(openTrip(device).outcomes.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['complete', 'This was not taken: This trip ended more than a day ago'],
  ])
  await device.closeTrip()
  await device.readTrips()
  await device.wake()
  road.network = 'off'
  expect(await device.openTrip(later.trip_id)).toBe(true)
})

test('what another driver of the phone left unsent keeps no trip from being taken along', async () => {
  const username = await road.colleague()
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await did(device, { kind: 'complete' })
  await device.signOut()
  road.network = 'on'
  road.instead = (path) => (path.endsWith('/actions') ? new Response('', { status: 503 }) : null)
  expect(await device.signIn({ username, pin: PIN, shared: true })).toBeNull()
  await device.readTrips()
  await device.wake()
  road.network = 'off'
  const [trip] = device.state().trips?.list ?? []
  expect(await device.openTrip(trip?.id ?? 0)).toBe(true)
})

// covers: DAPP-123
test('passengers’ details are unreadable on the phone, and gone at the end of the trip, at sign-out and after 16 hours', async () => {
  const NAME = 'Zebedee'
  const details = async () => {
    const text = await keptText()
    return [text.includes(NAME), text.includes('Market')]
  }
  await bookRide(road, `${NAME} Silva`, '09:00')
  device = await signedOn(road)
  await allSent(device)
  expect(openTrip(device).manifest.bookings[0]?.name).toContain(NAME)
  expect(await details()).toEqual([false, false])
  const db = await openDatabase(road.phone)
  const [key] = await db.getAll('keys')
  expect(key?.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key!)).rejects.toThrow()
  const keys = () => db.count('keys')
  await device.signOut()
  expect([await keys(), await db.count('trips')]).toEqual([0, 0])
  await signIn()
  await device.openTrip(road.crew.trip_id)
  expect(await keys()).toBe(1)
  road.network = 'off'
  road.pass(16 * 60 + 1)
  await device.stop()
  device = road.open()
  await until(device, ({ step }) => step !== 'reading')
  expect(await keys()).toBe(0)
  expect(JSON.stringify(device.state())).not.toContain(NAME)
  expect(openTrip(device).manifest.bookings).toMatchObject([{ name: '', phone_number: null }])
  db.close()
})

// covers: DAPP-123
test('the key of a trip goes with its end, also without signal', async () => {
  await bookRide(road, 'Maria Silva', '09:00')
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  road.pass(60)
  while (tripOf(device).current_state !== 'completed') await did(device, nextDeed(device))
  const db = await openDatabase(road.phone)
  expect(await db.count('keys')).toBe(0)
  expect(JSON.stringify(device.state())).not.toContain('Maria')
  db.close()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(await keptText()).not.toContain('Maria')
})
