import type { Trip } from '@ambit/contract'
import { expect, test } from 'vitest'
import { mapVehicles } from './map-vehicles.ts'
import { positions, withSilence } from '../records/positions.ts'

const now = new Date('2026-11-23T00:10:00Z')
const before = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
const position = (seconds: number, latitude = -27) => ({
  latitude,
  longitude: 153,
  bearing: 90,
  speed: 8,
  recorded_at: before(seconds),
})
let ids = 0
const trip = (change: Partial<Trip> = {}): Trip =>
  ({
    id: ++ids,
    name: `trip_${ids}`,
    vehicle_id: 7,
    vehicle_number: 'BUS 1234',
    current_state: 'in_transit',
    late_status: 'on-time',
    taken_out_at: null,
    on_board: 1,
    next_trip_stop: null,
    latest_trip_monitor: position(5),
    no_signal_since: null,
    ...change,
  }) as Trip // the rest plays no part
const drawn = (change: Partial<Trip>) => mapVehicles([trip(change)], null, now)[0]

// covers: MON-95, MON-96
test('a very late vehicle pulses on the map, but not when its trip is completed or not begun', () => {
  expect(drawn({ late_status: 'very-late' })?.pulses).toBe(true)
  expect(drawn({ late_status: 'very-late', current_state: 'completed' })?.pulses).toBe(false)
  expect(drawn({ late_status: 'staged', current_state: 'staged' })?.pulses).toBe(false)
  expect(drawn({ late_status: 'on-time' })?.pulses).toBe(false)
})

test('a vehicle without passengers and stops ahead is drawn in neutral', () => {
  expect(drawn({ on_board: 0 })?.tone).toBe('neutral')
  expect(drawn({ on_board: 1 })?.tone).toBe('success')
})

test('a lost signal has another ring from the fifth minute', () => {
  const signals = [30, 299, 300].map((seconds) => drawn({ no_signal_since: before(seconds) })?.signal)
  expect(signals).toEqual(['lost', 'lost', 'lost-long'])
  expect(drawn({})?.signal).toBeNull()
})

test('a vehicle is where it was last seen, whether pushed or answered, and a late report moves nothing', () => {
  const one = trip({ latest_trip_monitor: position(20, -27.1) })
  const latitude = () => mapVehicles([one], null, now)[0]?.point[1]
  expect(latitude()).toBe(-27.1)
  expect(positions.take(one.id, position(10, -27.2))).toBe(true)
  expect(latitude()).toBe(-27.2)
  expect(positions.take(one.id, position(15, -27.3))).toBe(false)
  expect(latitude()).toBe(-27.2)
  expect(mapVehicles([{ ...one, latest_trip_monitor: position(1, -27.4) }], null, now)[0]?.point[1]).toBe(-27.4)
})

test('a vehicle that has not reported for more than a minute is silent since then, unless it is not on the road', () => {
  const silent = trip({ latest_trip_monitor: position(61) })
  expect(withSilence(silent, now).no_signal_since).toBe(before(61))
  expect(withSilence({ ...silent, current_state: 'staged' }, now).no_signal_since).toBeNull()
  const heard = trip({ latest_trip_monitor: position(60) })
  expect(withSilence(heard, now)).toBe(heard)
})

test('many positions of one moment are announced together', async () => {
  const [one, two] = [trip(), trip()]
  const announced: number[][] = []
  // Earlier tests may have left some to announce.
  const stop = positions.subscribe((moved) => {
    const own = [one.id, two.id].filter((id) => moved.has(id))
    if (own.length > 0) announced.push(own)
  })
  positions.take(one.id, position(3))
  positions.take(two.id, position(3))
  positions.take(one.id, position(2))
  await expect.poll(() => announced).toEqual([[one.id, two.id]])
  stop()
})
