import { expect, test } from 'vitest'
import type { LegStep } from '@ambit/contract'
import { destination, type LngLat } from '@ambit/geo'
import type { Place } from '../device/device.ts'
import { stop } from '../testing/sample-trip.ts'
import { farFrom, isAtStop } from './arrival.ts'
import { glance, guidanceTo, spokenOf, windOf } from './guidance.ts'

/** Metres east and north of a place. */
const at = (east: number, north: number): [number, number] => {
  const [lng, lat] = destination(destination([153, -27], east, 90), north, 0)
  return [lng, lat]
}
const place = ([lon, lat]: LngLat, change: Partial<Place> = {}): Place => ({
  lat,
  lon,
  accuracy_m: 8,
  bearing: 0,
  speed: 10,
  along: { metres: 0, beside_since: null, off: false },
  ...change,
})
const on = (metres: number) => ({ along: { metres, beside_since: null, off: false } })
const steps: LegStep[] = [
  { kind: 'left', street: 'Mill Lane', distance_m: 400, point: at(400, 0) },
  { kind: 'arrive', street: 'Mill Lane', distance_m: 600, point: at(400, 600) },
]
const leg = { duration_s: 100, distance_m: 1000, path: [at(0, 0), at(400, 0), at(400, 600)], steps }
const ahead = stop(1, 0, { point: at(400, 600), leg })

test('the next turn is the one that the vehicle has not passed, with the metres to it, and the arrival last', () => {
  const next = (metres: number) => {
    const found = guidanceTo(ahead, place(at(0, 0), on(metres)))
    return found?.kind === 'step' ? [found.step.kind, Math.round(found.metres)] : null
  }
  expect([next(0), next(150), next(399), next(401), next(1000)]).toEqual([
    ['left', 400],
    ['left', 250],
    ['left', 1],
    ['arrive', 599],
    ['arrive', 0],
  ])
  // Before the device knows where it is, the leg begins where the server knows the vehicle.
  expect(guidanceTo(ahead, null)).toMatchObject({ kind: 'step', metres: 400 })
})

test('off the way, and without one, the stop is given by direction and distance', () => {
  const off = place(at(400, 0), { bearing: 90, along: { metres: 0, beside_since: 0, off: true } })
  const line = guidanceTo(ahead, off)
  expect(line).toMatchObject({ kind: 'line' })
  if (line?.kind !== 'line') return
  expect([Math.round(line.degrees) % 360, Math.round(line.turned ?? 0), Math.round(line.metres)]).toEqual([0, 270, 600])
  const elsewhere = place(at(400, 0), { along: { metres: null, beside_since: 0, off: false } })
  expect(guidanceTo(ahead, elsewhere)).toMatchObject({ kind: 'line' })
  const without = { ...ahead, leg: null }
  expect(guidanceTo(without, place(at(0, 600), { bearing: null, along: null }))).toMatchObject({ turned: null })
  expect(guidanceTo(without, null)).toBeNull()
  expect([0, 22, 46, 180, 275, 359].map(windOf)).toEqual(['north', 'north', 'northeast', 'south', 'west', 'north'])
})

test('nothing leads to a stop where the vehicle stands, or whose place the device no longer knows', () => {
  expect(guidanceTo({ ...ahead, arrived_at: ahead.scheduled_at }, place(at(0, 0)))).toBeNull()
  expect(guidanceTo({ ...ahead, location_name: '' }, place(at(0, 0)))).toBeNull()
})

test('a distance is rounded to ten metres, and from a kilometre on to a tenth of one', () => {
  expect([3, 47, 994, 996, 1549].map(glance)).toEqual([
    { unit: 'm', n: 0 },
    { unit: 'm', n: 50 },
    { unit: 'm', n: 990 },
    { unit: 'km', n: 1 },
    { unit: 'km', n: 1.5 },
  ])
})

test('a turn is spoken at 300 m and at 60 m, and not again between', () => {
  const spoken = [90, 110, 250, 345, 380, 405].map((metres) =>
    spokenOf(ahead, guidanceTo(ahead, place(at(0, 0), on(metres)))),
  )
  expect(spoken[0]).toBeNull()
  expect(spoken[1]).not.toBeNull()
  expect(spoken[2]).toBe(spoken[1])
  expect(spoken[3]).not.toBe(spoken[2])
  expect(spoken[4]).toBe(spoken[3])
  expect(spoken[5]).toBeNull()
})

test('the stop is reached within 60 m and below 8 km/h, and an arrival is asked about beyond 250 m', () => {
  const there = (metres: number, speed: number | null) => isAtStop(ahead, place(at(400, 600 - metres), { speed }))
  expect([there(59, 2), there(61, 2), there(59, 2.3), there(59, null)]).toEqual([true, false, false, true])
  expect(isAtStop(ahead, null)).toBe(false)
  expect([249, 252].map((metres) => farFrom(ahead, place(at(400, 600 - metres))))).toEqual([null, 252])
  expect(farFrom(ahead, null)).toBeNull()
  expect(farFrom({ ...ahead, location_name: '' }, place(at(9000, 0)))).toBeNull()
})
