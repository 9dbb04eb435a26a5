import { describe, expect, test } from 'vitest'
import { tripStates } from '@ambit/contract'
import { lateStatus } from './late-status.ts'
import { allowedTripTransitions, isTripTransition, refuseTripTransition } from './state.ts'
import type { TripFacts } from './state.ts'

const trip = (change: Partial<TripFacts> = {}): TripFacts => ({
  current_state: 'live',
  vehicle_id: 7,
  driver_id: 3,
  on_board: 0,
  bookings_left: 0,
  ...change,
})

// covers: TRIP-51
test('a trip is staged, live, in transit, completed or cancelled', () => {
  expect(tripStates).toEqual(['staged', 'live', 'in_transit', 'completed', 'cancelled'])
})

// covers: TRIP-53, TRIP-55
describe('a trip from the depot to the end of its shift', () => {
  test('a trip goes live only with a vehicle and a driver', () => {
    expect(refuseTripTransition(trip({ current_state: 'staged' }), 'live')).toBeNull()
    expect(refuseTripTransition(trip({ current_state: 'staged', driver_id: null }), 'live')).toBe(
      'Assign a driver before the trip goes live',
    )
    expect(refuseTripTransition(trip({ current_state: 'staged', vehicle_id: null }), 'live')).toMatch(/vehicle/)
  })

  test('a trip is never completed with Maria still on board, nor with Tom still waiting', () => {
    expect(refuseTripTransition(trip({ on_board: 1 }), 'completed')).toBe(
      'A trip cannot end while 1 booking is on board',
    )
    expect(refuseTripTransition(trip({ bookings_left: 2 }), 'completed')).toBe(
      '2 bookings wait to be picked up by this trip',
    )
    expect(refuseTripTransition(trip(), 'completed')).toBeNull()
    expect(refuseTripTransition(trip({ current_state: 'in_transit' }), 'completed')).toBe(
      'A trip that is in transit cannot become completed',
    )
  })

  test('a trip offers only the next states that its facts allow, and none once it is over', () => {
    expect(allowedTripTransitions(trip())).toEqual(['in_transit', 'completed', 'cancelled'])
    expect(allowedTripTransitions(trip({ current_state: 'in_transit', on_board: 1 }))).toEqual(['cancelled'])
    for (const over of ['completed', 'cancelled'] as const)
      for (const to of tripStates) expect(isTripTransition(over, to)).toBe(false)
  })
})

// covers: MON-27..30
test('a trip is as late as its next stop: up to two minutes on time, up to ten slightly late', () => {
  const nine = Date.parse('2026-11-20T09:00:00Z')
  expect(lateStatus(nine, nine + 900_000, false)).toBe('staged')
  expect(lateStatus(nine, nine - 900_000, true)).toBe('on-time')
  expect(lateStatus(nine, nine + 120_000, true)).toBe('on-time')
  expect(lateStatus(nine, nine + 121_000, true)).toBe('slightly-late')
  expect(lateStatus(nine, nine + 600_000, true)).toBe('slightly-late')
  expect(lateStatus(nine, nine + 601_000, true)).toBe('very-late')
  expect(lateStatus(null, null, true)).toBe('on-time')
})
