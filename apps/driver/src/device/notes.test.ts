import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, did, nextDeed, openTrip, type Road, signedOn, tripOf } from '../testing/road.ts'

let server: TestServer
let road: Road
let device: Device
let maria: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  maria = await bookRide(road, 'Maria Silva', '09:00')
})
afterEach(() => device.stop())

const tell = (body: { pickup_note?: string | null; dropoff_note?: string | null }) =>
  road.town.dispatcher.call(api.serviceRequests.changeNotes, { params: { id: maria }, body })
const secure = () =>
  server.deps.db.updateTable('service_requests').set({ status: 'secured' }).where('id', '=', maria).execute()
const notes = () => {
  const one = openTrip(device).manifest.bookings.find(({ id }) => id === maria)
  return [one?.pickup_note, one?.dropoff_note]
}
const news = () => openTrip(device).new_notes
const KEY = () => `${maria} pickup_note`

// covers: JRN-85
test('a note that was changed after the driver had it is new until it is read, also when the app is opened again', async () => {
  await tell({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  await secure()
  device = await signedOn(road)
  await allSent(device)
  expect(notes()).toEqual(['Blue gate', 'Ward 3'])
  expect(news()).toEqual([])
  await tell({ pickup_note: 'Green gate' })
  await device.wake()
  expect(notes()).toEqual(['Green gate', 'Ward 3'])
  expect(news()).toEqual([KEY()])
  await device.stop()
  device = road.open()
  await device.wake()
  expect(news()).toEqual([KEY()])
  await device.confirmNote(KEY())
  await device.wake()
  expect(news()).toEqual([])
  expect(notes()).toEqual(['Green gate', 'Ward 3'])
})

test('a note for a stop that had none is new, and one that comes as the booking is secured is not', async () => {
  await tell({ dropoff_note: 'Ward 3' })
  device = await signedOn(road)
  await allSent(device)
  expect(notes()).toEqual([undefined, undefined])
  await secure()
  await bookRide(road, 'Tom Berg', '12:00')
  await device.wake()
  expect(notes()).toEqual([undefined, 'Ward 3'])
  expect(news()).toEqual([])
  await tell({ pickup_note: 'Blue gate' })
  await device.wake()
  expect(news()).toEqual([KEY()])
})

// covers: JRN-86
test('a device forgets the notes at the end of the service day, without a signal and with the passenger still to come', async () => {
  await tell({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  await secure()
  // It is nine: midnight comes before the sign-in is too long ago for any details.
  road.pass(60)
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  road.pass(14 * 60 + 59)
  await device.wake()
  expect(notes()).toEqual(['Blue gate', 'Ward 3'])
  road.pass(1)
  await device.wake()
  expect(openTrip(device).manifest.bookings.map(({ name }) => name)).toEqual(['Maria S.'])
  expect(notes()).toEqual([undefined, undefined])
  expect(JSON.stringify(device.state())).not.toMatch(/Blue gate|Ward 3/)
})

test('a device that lost the signal keeps the note for the drop-off until it is heard of again', async () => {
  await tell({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  await secure()
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  road.pass(60)
  while (tripOf(device).trip_stops[0]?.departed_at === null) await did(device, nextDeed(device))
  expect(notes()[1]).toBe('Ward 3')
})
