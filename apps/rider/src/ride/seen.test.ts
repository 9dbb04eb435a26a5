import { expect, test } from 'vitest'
import { clinic, home, later, sampleRide, sampleTracked, sampleWalks } from '../testing/samples.ts'
import { seenOf, viewOf } from './seen.ts'

const position = { point: { lat: -28.1, lng: 153.4 }, at: later(0) }
const vehicle = { number: 'B12', license_plate: '123 ABC', description: null, position }
const beach: [number, number] = [153.492, -28.141]
const pickup = { ...sampleRide(12).pickup, point: beach }

test('before the pick-up the map shows the vehicle, the stop, and the way on foot to it', () => {
  const seen = seenOf(sampleRide(12, { phase: 'coming', vehicle, pickup }), null)
  expect(seen).toMatchObject({ stop: beach, vehicle: [153.4, -28.1], walk: [home.point, beach] })
  expect(seen?.middle).toEqual([(153.492 + 153.4) / 2, (-28.141 - 28.1) / 2])
  expect(seen?.metres).toBe(4000)
})

test('on board it shows the stop where the passenger gets off, and the way from there', () => {
  const dropoff = { ...sampleRide(12).dropoff, point: beach }
  const seen = seenOf(sampleRide(12, { phase: 'on_board', vehicle, dropoff }), null)
  expect(seen).toMatchObject({ stop: beach, vehicle: [153.4, -28.1], walk: [beach, clinic.point] })
})

// covers: RIDE-63
test('without a position the vehicle leaves the map, and the stop stays', () => {
  const seen = seenOf(sampleRide(12, { phase: 'coming', vehicle: { ...vehicle, position: null }, pickup }), null)
  expect(seen).toMatchObject({ stop: beach, vehicle: null, middle: beach, metres: 250 })
})

test('a ride that is over has no map, and a shared one no way on foot', () => {
  expect(seenOf(sampleRide(12, { phase: 'completed' }), null)).toBeNull()
  expect(seenOf(sampleTracked({ vehicle }), null)?.walk).toEqual([])
  const door = { ...sampleTracked().pickup, name: null, point: null }
  expect(seenOf(sampleTracked({ pickup: door }), null)).toBeNull()
  expect(seenOf(sampleTracked({ pickup: door, vehicle }), null)).toMatchObject({ stop: null, middle: [153.4, -28.1] })
})

test('a way on foot that is known is shown along its path, whole, the one of the end that comes next', () => {
  const silent = { ...vehicle, position: null }
  const walks = sampleWalks()
  const before = seenOf(sampleRide(12, { phase: 'coming', vehicle: silent }), walks)
  expect(before?.walk).toEqual(walks.pickup?.path)
  expect(before).toMatchObject(viewOf(walks.pickup?.path ?? []))
  const aboard = seenOf(sampleRide(12, { phase: 'on_board', vehicle: silent }), walks)
  expect(aboard?.walk).toEqual(walks.dropoff?.path)
  const unknown = seenOf(sampleRide(12, { phase: 'on_board', vehicle: silent }), { ...walks, dropoff: null })
  expect(unknown?.walk).toEqual([clinic.point, clinic.point])
})
