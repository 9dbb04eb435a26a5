import { expect, test } from 'vitest'
import { reportOf } from '../../apps/simulator/src/report/report.ts'
import { besideEachOther, type DayResult, planningLines } from './compare.ts'

const empty = reportOf({
  date: '2026-11-23',
  seed: 7,
  vehicles: 17,
  requests: [],
  bookings: new Map(),
  odometers: new Map(),
  routeTrips: new Set(),
  vehicleHours: 176.5,
  week: null,
})
const planning = {
  looks: 0,
  changes: 0,
  moved_bookings: 0,
  saved_min: 0,
  rooms_sought: 0,
  rooms_found: 0,
  rooms_sold: 0,
}
const day = (change: Partial<DayResult>): DayResult => ({
  ...empty,
  optimiser: 'off',
  promises_broken_by_planning: 0,
  violations: 0,
  planning,
  ...change,
})

test('a comparison shows two runs of a day side by side, with the change from the first to the second', () => {
  const off = day({ requests: 820, passengers: 700, km: 3000, km_per_passenger: 4.29, on_demand_km_per_passenger: 3.5 })
  const on = day({
    optimiser: 'on',
    requests: 820,
    passengers: 770,
    km: 2970,
    km_per_passenger: 3.86,
    on_demand_km_per_passenger: 3.01,
    planning: { ...planning, looks: 900, changes: 210, moved_bookings: 300, saved_min: 512, rooms_sold: 31 },
  })
  const lines = besideEachOther(off, on).split('\n')
  const line = (name: string): string[] | undefined =>
    lines
      .find((one) => one.trim().startsWith(name))
      ?.trim()
      .split(/ {2,}/)
  expect(lines[2]!.trim().split(/ {2,}/)).toEqual(['optimiser off', 'optimiser on', 'change'])
  expect(line('Passengers served')).toEqual(['Passengers served', '700', '770', '+10.0 %'])
  expect(line('Distance driven')).toEqual(['Distance driven in service', '3000.0 km', '2970.0 km', '-1.0 %'])
  expect(line('Distance for each')).toEqual(['Distance for each passenger served', '4.29 km', '3.86 km', '-10.0 %'])
  expect(line('on demand alone')).toEqual(['on demand alone', '3.50 km', '3.01 km', '-14.0 %'])
  // A figure that was 0 in the first has no percentage, and one that was not measured is a dash.
  expect(line('Bookings others')).toEqual(['Bookings others made room for', '0', '31'])
  expect(line('Ride, mean')).toEqual(['Ride, mean', '–', '–'])
  expect(planningLines(on)[1]).toBe('Better plans: 210 of 900 looks, 300 bookings moved, 512 weighted minutes saved')
})
