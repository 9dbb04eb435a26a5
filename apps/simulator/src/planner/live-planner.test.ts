import type { ServicePlan } from '@ambit/contract'
import { expect, test } from 'vitest'
import { copyToDate, missingOn } from './live-planner.ts'
import { vehicleHours } from './roster.ts'

const stamp = '2026-10-01T00:00:00Z'
const plan = (change: Partial<ServicePlan>): ServicePlan => ({
  id: 1,
  zone_id: 1,
  zone_name: 'Harbour',
  service_route_id: null,
  service_route_name: null,
  break_minutes: null,
  break_from: null,
  break_until: null,
  vehicle_id: 4,
  vehicle_number: 'BUS 104',
  driver_id: 9,
  driver_name: 'Tess Walker',
  start_time: stamp,
  end_time: stamp,
  minimum_capacity: 12,
  metadata: { shift: '1', shiftLabel: null },
  trip_id: null,
  PlanStrategies: [{ id: 1 }],
  service_requests: [{ id: 1 }, { id: 2 }, { id: 3 }],
  booking_count: 3,
  created_at: stamp,
  updated_at: stamp,
  version: 1,
  ...change,
})
// Sydney puts its clocks forward at 2 am on 4 October 2026.
const sydney = 'Australia/Sydney'
const saturday = plan({ start_time: '2026-10-02T22:00:00Z', end_time: '2026-10-03T06:30:00Z' })
const night = plan({
  vehicle_id: 5,
  driver_id: 10,
  start_time: '2026-10-02T11:30:00Z',
  end_time: '2026-10-02T20:00:00Z',
})

test('a shift at eight on Saturday is copied to eight on Sunday, though the clocks change', () => {
  expect(copyToDate(saturday, sydney, '2026-10-04')).toMatchObject({
    start_time: '2026-10-03T21:00:00.000Z',
    end_time: '2026-10-04T05:30:00.000Z',
    vehicle_id: 4,
  })
  expect(copyToDate(night, sydney, '2026-10-05')).toMatchObject({
    start_time: '2026-10-05T10:30:00.000Z',
    end_time: '2026-10-05T19:00:00.000Z',
  })
})

test('only missing schedules are copied, and none for a vehicle or driver that is already scheduled', () => {
  const sunday = plan({ start_time: '2026-10-03T21:00:00Z', end_time: '2026-10-04T05:30:00Z' })
  expect(
    missingOn([saturday, night], [saturday, night], sydney, '2026-10-04').map(({ vehicle_id }) => vehicle_id),
  ).toEqual([4, 5])
  expect(missingOn([saturday, night], [sunday], sydney, '2026-10-04').map(({ vehicle_id }) => vehicle_id)).toEqual([5])
  const borrowed = plan({
    vehicle_id: 30,
    driver_id: 9,
    start_time: '2026-10-04T00:00:00Z',
    end_time: '2026-10-04T02:00:00Z',
  })
  expect(missingOn([saturday], [borrowed], sydney, '2026-10-04')).toEqual([])
})

test('vehicle hours are counted inside the window, and only for schedules with a vehicle', () => {
  const from = Date.parse('2026-10-02T22:00:00Z')
  const hours = vehicleHours(
    [
      saturday,
      night,
      plan({ vehicle_id: null, start_time: saturday.start_time, end_time: saturday.end_time }),
      plan({ zone_id: 2, start_time: '2026-10-02T20:00:00Z', end_time: '2026-10-02T23:30:00Z' }),
    ],
    from,
    from + 24 * 3_600_000,
  )
  expect(Object.fromEntries(hours)).toEqual({ 1: 8.5, 2: 1.5 })
})
