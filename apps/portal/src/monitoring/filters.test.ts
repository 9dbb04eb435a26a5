import type { Trip } from '@ambit/contract'
import { expect, test } from 'vitest'
import { filterState, noFilters, passesFilters, vehicleStatusOf } from './filters.ts'

const trip: Trip = {
  id: 44,
  name: 'trip_44',
  service_plan_id: 1,
  zone_id: 1,
  zone_name: 'Harbour',
  time_zone: 'Australia/Brisbane',
  vehicle_id: 4,
  vehicle_number: 'BUS 104',
  driver_id: 9,
  driver_name: 'Amelia Nguyen',
  current_state: 'in_transit',
  late_status: 'on-time',
  late_by_s: 0,
  start_datetime: '2026-11-20T08:00:00Z',
  end_datetime: '2026-11-20T12:00:00Z',
  capacity: 12,
  mobility_capacity: 1,
  on_board: 2,
  booking_count: 3,
  current_trip_stop: null,
  next_trip_stop: { id: 1, location_name: 'Station', eta: null },
  latest_trip_monitor: null,
  no_signal_since: null,
  manual_navigation: false,
  allowed_transitions: [],
  status_message: null,
  taken_out_at: null,
  left_waiting: 0,
  allow_return: false,
  pause: null,
  signed_on_at: null,
  completed_at: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  version: 1,
}

// covers: MON-81
test('each trip has exactly one status to filter by', () => {
  expect(vehicleStatusOf({ ...trip, late_status: 'very-late' })).toBe('very-late')
  expect(vehicleStatusOf({ ...trip, next_trip_stop: null, on_board: 0 })).toBe('available')
  expect(vehicleStatusOf({ ...trip, late_status: 'staged' })).toBe('not-logged-in')
  expect(vehicleStatusOf({ ...trip, vehicle_id: null })).toBe('unavailable')
  expect(vehicleStatusOf({ ...trip, taken_out_at: '2026-11-20T09:00:00Z' })).toBe('unavailable')
  expect(passesFilters(trip, { ...noFilters, status: ['very-late', 'on-time'] })).toBe(true)
  expect(passesFilters(trip, { ...noFilters, status: ['very-late'] })).toBe(false)
})

// covers: MON-82, MON-83
test('trips can be filtered by lost signal and manual navigation', () => {
  const lost = { ...trip, no_signal_since: '2026-11-20T09:00:00Z', manual_navigation: true }
  expect(passesFilters(lost, { ...noFilters, signal: 'lost' })).toBe(true)
  expect(passesFilters(trip, { ...noFilters, signal: 'lost' })).toBe(false)
  expect(passesFilters(lost, { ...noFilters, signal: 'receiving' })).toBe(false)
  expect(passesFilters(lost, { ...noFilters, manual: 'off' })).toBe(false)
})

// covers: MON-85, MON-86
test('a vehicle is found by number or driver name, ignoring case', () => {
  expect(passesFilters(trip, { ...noFilters, q: 'bus 1' })).toBe(true)
  expect(passesFilters(trip, { ...noFilters, q: 'NGUYEN' })).toBe(true)
  expect(passesFilters({ ...trip, driver_name: null }, { ...noFilters, q: 'nguyen' })).toBe(false)
})

test('filters are kept in the address, and invalid values are ignored', () => {
  expect(filterState.read({ status: 'very-late,x', signal: 'maybe', manual: 'on', q: '104' })).toEqual({
    status: ['very-late'],
    signal: null,
    manual: 'on',
    q: '104',
  })
  expect(filterState.write({ status: ['on-time', 'available'], q: '' })).toEqual({
    status: 'on-time,available',
    q: undefined,
  })
})
