import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let booking: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  booking = await book('Maria Silva')
})
afterEach(() => nothingBroken(server))

const at = (time: string, day = '23'): void => server.deps.clock.set(`2026-11-${day}T${time}+10:00`)
const TOLD = { pickup_note: 'Blue gate', dropoff_note: 'Ward 3', comment: 'Complained last week' }

const book = async (name: string): Promise<number> => {
  const who = await town.passenger(name)
  const [offering] = (await town.search({ who, from: 'Market', to: 'Hospital', at: '09:00' })).service_offerings
  const body = { service_offering_id: offering?.id ?? 0, traveler_id: who, payment_method: 'cash' as const, ...TOLD }
  return (await town.dispatcher.call(api.serviceRequests.create, { body })).data.id
}
const manifest = async (crew = van) =>
  (await crew.client.call(api.driver.manifest, { params: { id: crew.trip_id } })).data
const notes = async (id = booking) => {
  const one = (await manifest()).bookings.find((each) => each.id === id)
  return [one?.pickup_note, one?.dropoff_note]
}
const statusOf = async (id = booking) =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data.status
/** The vehicle sets out for the pick-up, which secures the booking. */
const setOut = async (): Promise<void> => {
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const [lng, lat] = [153.0205, -27.47]
  for (const [time, moves] of [
    ['08:30:00', false],
    ['08:58:30', true],
  ] as const) {
    at(time)
    const position = { longitude: lng, latitude: lat, bearing: 90, speed: moves ? 8 : 0 }
    const body = { positions: [{ ...position, recorded_at: `2026-11-23T${time}+10:00` }] }
    await van.client.call(api.driver.positions, { params: { id: van.trip_id }, body })
  }
  expect(await statusOf()).toBe('secured')
}

// covers: JRN-85
test('a driver is told the notes of a booking from when it is secured, each until its stop is done, and the comment never', async () => {
  expect(await statusOf()).toBe('assigned')
  expect(await notes()).toEqual([undefined, undefined])
  await setOut()
  expect(await notes()).toEqual(['Blue gate', 'Ward 3'])
  expect(JSON.stringify(await manifest())).not.toContain('Complained')
  const [pickup, dropoff] = (await manifest()).trip.trip_stops
  at('09:00:00')
  await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
  expect(await notes()).toEqual(['Blue gate', 'Ward 3'])
  await van.client.call(api.driver.board, { params: { id: booking } })
  expect(await notes()).toEqual([undefined, 'Ward 3'])
  at('09:01:00')
  await van.client.call(api.driver.depart, { params: { id: pickup!.id } })
  at('09:04:20')
  await van.client.call(api.driver.arrive, { params: { id: dropoff!.id } })
  await van.client.call(api.driver.dropOff, { params: { id: booking } })
  expect(await notes()).toEqual([undefined, undefined])
  expect(JSON.stringify(await manifest())).not.toMatch(/Blue gate|Ward 3/)
})

// @test-tag long
test('a boarding that is undone brings the note for the pick-up back, and a no-show takes both notes away', async () => {
  await setOut()
  const [pickup] = (await manifest()).trip.trip_stops
  at('09:00:00')
  await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
  await van.client.call(api.driver.board, { params: { id: booking } })
  await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
  expect(await notes()).toEqual(['Blue gate', 'Ward 3'])
  at('09:04:00')
  await van.client.call(api.driver.noShow, { params: { id: booking } })
  expect(await notes()).toEqual([undefined, undefined])
})

test('notes are told to the driver of their own trip alone', async () => {
  await setOut()
  const other = await town.vehicle('Van 2')
  expect(JSON.stringify(await manifest(other))).not.toMatch(/Blue gate|Ward 3/)
  await expect(other.client.call(api.driver.manifest, { params: { id: van.trip_id } })).rejects.toMatchObject({
    status: 404,
  })
})

// covers: JRN-86
test('nothing that was noted for a stop is told to drivers after the end of the service day', async () => {
  await setOut()
  const until = (await manifest()).notes_until ?? ''
  expect(new Date(until).toISOString()).toBe('2026-11-23T14:00:00.000Z')
  at('23:59:59')
  expect(await notes()).toEqual(['Blue gate', 'Ward 3'])
  at('00:00:00', '24')
  // The session ended overnight.
  const token = await server.driverToken(van.driver_id)
  van = { ...van, client: createClient({ origin: server.url, token: () => token }) }
  expect((await manifest()).bookings.map(({ id }) => id)).toEqual([booking])
  expect(await notes()).toEqual([undefined, undefined])
})

test('a service day that begins at four keeps the notes of an evening until then', async () => {
  const params = { id: town.zone_id }
  const body = { holds_from: '2026-11-23', day_starts: 240 }
  await server.client('superadmin').call(api.bookingRules.create, { params, body })
  await setOut()
  expect((await manifest()).notes_until).toBe('2026-11-23T18:00:00.000Z')
})
