// @module-tag long
import { addDays, hourOfWeek } from '@ambit/domain'
import { seededRandom } from '@ambit/random'
import { expect, test } from 'vitest'
import { factorsOf, type Drive } from '../travel-factors/factors-of.ts'
import { drawRoster, drawVehicles } from './fleet.ts'
import { type HistoryZone, liveThroughDay, type PastTrip } from './history.ts'

const TIME_ZONE = 'Australia/Brisbane'
const MONDAY = '2026-10-05'

/** Nine stops, two kilometres from each to the next, 200 s each. */
const zone = ((): HistoryZone => {
  const places = Array.from({ length: 9 }, (_, index) => [index % 3, Math.floor(index / 3)] as const)
  const steps = places.flatMap(([x, y]) => places.map(([u, v]) => Math.abs(x - u) + Math.abs(y - v)))
  return {
    stops: places.map(([x, y], location_id) => ({
      location_id,
      name: `${x} ${y}`,
      longitude: x,
      latitude: y,
      hub: false,
    })),
    travel: { duration: Float64Array.from(steps, (n) => n * 200), distance: Float64Array.from(steps, (n) => n * 2000) },
  }
})()

/** Four weeks of the vehicles of the zone over the whole town. */
const fourWeeks = (): PastTrip[] => {
  const roster = drawRoster(1)
  const vehicles = drawVehicles(seededRandom(1))
  const travelers = [{ id: 1, handicapped: false }]
  return Array.from({ length: 28 }, (_, day) => day).flatMap((day) =>
    liveThroughDay(zone, roster, vehicles, travelers, TIME_ZONE, addDays(MONDAY, day), day),
  )
}

/** Drives with passengers on board, from leaving a stop to reaching the next. */
const drivesOf = ({ stops, bookings }: PastTrip): Drive[] =>
  stops.slice(1).flatMap((stop, index): Drive[] => {
    const before = stops[index]!
    const ridden = bookings.some(
      ({ boardedAt, droppedOffAt }) => boardedAt < before.departed && droppedOffAt >= stop.arrived,
    )
    const free = zone.travel.duration[before.stop * zone.stops.length + stop.stop] ?? 0
    const hour_of_week = hourOfWeek(TIME_ZONE, new Date(before.departed * 1000))
    return ridden ? [{ hour_of_week, free, actual: stop.arrived - before.departed }] : []
  })

test('the demo’s past trips reflect rush-hour traffic, so that travel factors can be learnt from them', () => {
  const trips = fourWeeks()
  for (const { stops } of trips)
    stops.slice(1).forEach((stop, index) => expect(stop.arrived).toBeGreaterThan(stops[index]!.departed))
  const learnt = new Map(factorsOf(trips.flatMap(drivesOf)).map(({ hour_of_week, factor }) => [hour_of_week, factor]))
  for (const day of [0, 1, 2, 3, 4]) {
    expect(learnt.get(day * 24 + 8)).toBeGreaterThanOrEqual(1.2)
    expect(learnt.get(day * 24 + 8)).toBeLessThanOrEqual(1.35)
    expect(learnt.get(day * 24 + 16)).toBeGreaterThanOrEqual(1.15)
    expect(learnt.get(day * 24 + 12)).toBeLessThanOrEqual(1.05)
  }
  expect(learnt.get(5 * 24 + 8)).toBeLessThanOrEqual(1.05)
})
