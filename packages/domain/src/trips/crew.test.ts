import { expect, test } from 'vitest'
import { overload, refuseCrewChange } from './crew.ts'
import type { TripFacts } from './state.ts'

const trip: TripFacts = { current_state: 'live', vehicle_id: 7, driver_id: 3, on_board: 0, bookings_left: 2 }
const both = new Set(['driver_id', 'vehicle_id'] as const)

test('a driver can be replaced at any time, a vehicle only while it is empty, and neither once the trip is over', () => {
  expect(refuseCrewChange(trip, both)).toBeNull()
  expect(refuseCrewChange({ ...trip, on_board: 2 }, new Set(['driver_id']))).toBeNull()
  expect(refuseCrewChange({ ...trip, on_board: 2 }, both)).toEqual({
    field: 'vehicle_id',
    detail: '2 bookings are on board: they cannot change vehicle on the way',
  })
  expect(refuseCrewChange({ ...trip, current_state: 'cancelled' }, both)?.field).toBeNull()
  expect(refuseCrewChange({ ...trip, current_state: 'completed' }, new Set())).toBeNull()
})

test('wheelchairs need wheelchair spaces and take seats away', () => {
  const bus = { seats: 8, wheelchairs: 2, seatsPerWheelchair: 2 }
  expect(overload({ seated: 4, wheelchairs: 2 }, bus)).toBeNull()
  expect(overload({ seated: 5, wheelchairs: 2 }, bus)).toBe('seats')
  expect(overload({ seated: 0, wheelchairs: 3 }, bus)).toBe('wheelchairs')
})
