import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Deed, walkOnModes } from '@ambit/contract'
import { stopAhead, walkOnId } from '@ambit/domain'
import { nothingBroken, startTestServer, type TestServer } from '../testing/server.ts'
import {
  allSent,
  bookRide,
  buildRoad,
  did,
  type Road,
  signedOn,
  storyOf,
  tripAtServer,
  tripOf,
} from '../testing/road.ts'
import type { Device } from './device.ts'

let server: TestServer
let road: Road
let device: Device
let maria: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server, { strategy: { walk_ons: walkOnModes[1] } })
  maria = await bookRide(road, 'Maria Silva', '09:00', ['Market', 'Station'])
  device = await signedOn(road)
  await allSent(device)
})

const REF = 4711
const here = () => stopAhead(tripOf(device))!
const last = () => tripOf(device).trip_stops.at(-1)!
const walkOn = (change: Partial<Extract<Deed, { kind: 'walk_on' }>> = {}): Deed => ({
  kind: 'walk_on',
  ref: REF,
  dropoff_location_id: last().location_id,
  dropoff_trip_stop_id: last().id,
  adults: 2,
  children: 0,
  concessions: 0,
  mobility_support: 0,
  ...change,
})
const arrived = async (): Promise<void> => {
  road.pass(60)
  await did(device, { kind: 'arrive', trip_stop_id: here().id })
}

// @test-tag long
test('walk-on passengers are aboard without signal, ride to their stop and pay, and the server has the same trip', async () => {
  road.network = 'off'
  await arrived()
  await did(device, walkOn())
  const shown = device.state().open!
  expect(tripOf(device).on_board).toBe(1)
  expect(shown.manifest.bookings.find(({ id }) => id === -REF)?.due).toMatchObject({ kind: 'cash', currency: 'AUD' })
  expect(shown.takeBacks[0]?.kind).toBe('walk_on')
  await did(device, { kind: 'board', service_request_id: maria })
  await did(device, { kind: 'depart', trip_stop_id: here().id })
  road.pass(6)
  await did(device, { kind: 'arrive', trip_stop_id: here().id })
  await did(device, { kind: 'drop_off', service_request_id: -REF })
  await did(device, { kind: 'paid', service_request_id: -REF, amount: 5 })
  road.network = 'on'
  await allSent(device)
  await device.wake()
  expect(device.state().open?.outcomes).toEqual([])
  expect(storyOf(tripOf(device))).toEqual(storyOf(await tripAtServer(road)))
  const [rode] = last().alightings.filter(({ id }) => id !== maria)
  expect(rode).toMatchObject({ status: 'completed', passenger_count: 2, fare: { paid: 5 } })
  expect(rode!.id).toBeGreaterThan(0)
  await did(device, { kind: 'drop_off', service_request_id: maria })
  await allSent(device)
  await nothingBroken(server)
  await device.stop()
})

test('whom the server has taken in since are known by both numbers until all is sent, and can be left behind', async () => {
  await arrived()
  road.deaf = ['/actions']
  await did(device, walkOn())
  await device.wake()
  road.deaf = []
  await device.wake()
  await allSent(device)
  expect(tripOf(device).on_board).toBe(1)
  const [taken] = device.state().open!.manifest.walk_ons ?? []
  expect(taken?.ref).toBe(REF)
  expect(walkOnId({ ref: REF })).toBe(-REF)
  await did(device, { kind: 'undo' })
  expect(tripOf(device).on_board).toBe(0)
  await allSent(device)
  await device.wake()
  expect(tripOf(device).on_board).toBe(0)
  expect(storyOf(tripOf(device))).toEqual(storyOf(await tripAtServer(road)))
  await device.stop()
})

test('more than there are free seats all the way, and stops that do not lie ahead, are refused on the device', async () => {
  road.network = 'off'
  expect(await device.did(walkOn())).toEqual({ code: 'walk_on_not_here' })
  await arrived()
  expect(await device.did(walkOn({ adults: 8 }))).toEqual({ code: 'no_seats_left' })
  expect(await device.did(walkOn({ mobility_support: 1 }))).toEqual({ code: 'no_spaces_left' })
  expect(await device.did(walkOn({ dropoff_trip_stop_id: here().id }))).toEqual({ code: 'walk_on_not_ahead' })
  expect(await device.did(walkOn({ adults: 7 }))).toBeNull()
  await device.stop()
})

test('with a signal they ride to another stop of the zone, for which the plan finds a way', async () => {
  await arrived()
  const to = { dropoff_location_id: road.town.stops.School, dropoff_trip_stop_id: null }
  const { kind: _, ...party } = walkOn(to) as Extract<Deed, { kind: 'walk_on' }>
  expect(await device.asksWalkOn(party)).toMatchObject({ fits: true })
  await did(device, walkOn(to))
  await allSent(device)
  await device.wake()
  expect(tripOf(device).trip_stops.map(({ location_name }) => location_name)).toEqual(['Market', 'School', 'Station'])
  road.network = 'off'
  expect(await device.asksWalkOn(party)).toBeNull()
  await device.stop()
})
