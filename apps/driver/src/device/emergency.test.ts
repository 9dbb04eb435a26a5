import { api } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Device } from './device.ts'
import { allSent, bookRide, buildRoad, did, openTrip, type Road, signedOn, until } from '../testing/road.ts'
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
})
afterEach(() => device.stop())

const atServer = async () =>
  (await road.town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [road.town.region_id] } } })).data
const standing = (wanted: string) => until(device, ({ emergency }) => emergency?.standing === wanted)
/** The timers of so many seconds go off. */
const tick = (seconds: number): void =>
  road.timers.filter(({ every }) => every === seconds * 1000).forEach(({ work }) => work())
const aboard = async () => {
  const booking = await bookRide(road, 'Maria Silva', '08:20')
  device = await signedOn(road)
  await device.wake()
  await until(device, ({ open }) => (open?.manifest.trip.trip_stops.length ?? 0) > 1)
  const [stop] = openTrip(device).manifest.trip.trip_stops
  await did(device, { kind: 'arrive', trip_stop_id: stop!.id }, { kind: 'board', service_request_id: booking })
  await allSent(device)
}

test('a call for help is at the server at once, with where the vehicle was and who was on board', async () => {
  await aboard()
  road.drives?.({ lat: -27.47, lon: 153.03, accuracy_m: 9, bearing: null, speed: 0 })
  await device.callForHelp()
  await standing('sent')
  expect(await atServer()).toMatchObject([
    { kind: 'emergency', trip_id: road.crew.trip_id, facts: { people: 1, position: { lat: -27.47, lon: 153.03 } } },
  ])
})

// covers: DAPP-85
test('without signal it is kept through the end of the app, tried every 5 s ahead of all that waits, and sent once', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await did(device, { kind: 'manual_navigation', enabled: true })
  await device.writeMessage('The engine smokes')
  await device.callForHelp()
  await device.callForHelp()
  await standing('not_sent')
  await device.wake()
  road.asked.length = 0
  tick(5)
  await expect.poll(() => road.asked).toEqual([expect.stringMatching(/^POST .*\/emergency$/)])
  road.kill()
  road.network = 'lost answers'
  device = road.open()
  await standing('not_sent')
  await device.wake()
  expect(device.state().emergency?.standing).toBe('not_sent')
  road.network = 'on'
  road.asked.length = 0
  await device.wake()
  expect(road.asked[0]).toMatch(/^POST .*\/emergency$/)
  await standing('sent')
  await allSent(device)
  expect(await atServer()).toHaveLength(1)
})

// covers: DAPP-86
test('once a dispatcher has taken it the driver sees who has, and closes it', async () => {
  device = await signedOn(road)
  await device.callForHelp()
  await standing('sent')
  await device.callForHelp()
  const [emergency] = await atServer()
  await road.town.dispatcher.call(api.exceptions.acknowledge, { params: { id: emergency!.id } })
  tick(5)
  const { emergency: seen } = await standing('seen')
  expect(seen?.seen_by).toBe((await atServer())[0]?.owner)
  await device.closeEmergency()
  expect(device.state().emergency).toBeNull()
})

test('an incident that was reported without signal is at the server once, with the time at which it happened', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await device.report('road_blocked', 'A tree', [])
  const at = server.deps.clock.now()
  expect(device.state().sending.unsent).toBe(1)
  const spare = await road.town.vehicle('Van 9', { from: '20:00', until: '21:00' })
  const { driver_id, trip_id: id, vehicle_id } = road.crew
  const { version } = (await road.town.dispatcher.call(api.trips.show, { params: { id } })).data
  const body = { driver_id, vehicle_id: spare.vehicle_id }
  await road.town.dispatcher.call(api.trips.update, { params: { id }, body, version })
  road.pass(20)
  road.kill()
  road.network = 'lost answers'
  device = road.open()
  await device.wake()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(await atServer()).toMatchObject([{ kind: 'incident', text: 'A tree', opened_at: at.toISOString() }])
  const notes = await server.deps.db.selectFrom('vehicle_notes').select(['vehicle_id', 'details']).execute()
  expect(notes.filter(({ details }) => details.endsWith('A tree')).map((note) => note.vehicle_id)).toEqual([vehicle_id])
})
