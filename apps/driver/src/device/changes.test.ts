import { expect, test } from 'vitest'
import type { TripStop, TripWithStops } from '@ambit/contract'
import { rider } from '../testing/sample-trip.ts'
import { changesBetween } from './changes.ts'

const at = (minutes: number): string => new Date(Date.parse('2026-11-23T09:00:00Z') + minutes * 60_000).toISOString()

/** Stops by a letter and the minute of the plan; those in capitals have been arrived at. */
const plan = (...stops: readonly [string, number][]): TripWithStops =>
  ({
    trip_stops: stops.map(([name, minutes]): Partial<TripStop> => ({
      id: name.toLowerCase().charCodeAt(0),
      location_name: name,
      scheduled_at: at(minutes),
      arrived_at: name === name.toUpperCase() ? at(minutes) : null,
      departed_at: null,
      kind: 'passenger',
      boardings: name === 'e' ? [] : [rider(1, 0)],
      alightings: name === 'e' ? [rider(1, 0, { status: 'on_board' })] : [],
    })),
  }) as TripWithStops // what changes are found by

// covers: DAPP-77
test('a stop that is added, goes or comes sooner among the next three is told, with the stop that follows it', () => {
  const before = plan(['a', 0], ['b', 5], ['c', 10], ['d', 15], ['e', 20])
  expect(changesBetween(before, before)).toEqual([])
  expect(changesBetween(before, plan(['a', 0], ['x', 3], ['b', 6], ['c', 11], ['d', 16], ['e', 21]))).toEqual([
    { kind: 'added', stop: 'x', before: 'b', task: 'pick_up' },
  ])
  expect(changesBetween(before, plan(['a', 0], ['c', 9], ['d', 14], ['e', 19]))).toEqual([
    { kind: 'removed', stop: 'b', before: 'c', task: 'pick_up' },
  ])
  expect(changesBetween(before, plan(['a', 0], ['e', 4], ['b', 8], ['c', 13], ['d', 18]))).toEqual([
    { kind: 'moved', stop: 'e', before: 'b', task: 'drop_off' },
  ])
  expect(changesBetween(before, plan(['a', 0], ['b', 5], ['c', 10], ['x', 12], ['e', 20]))).toEqual([])
})

// covers: DAPP-77
test('the next stop is told when it is three minutes earlier or later, and where the vehicle stands is no next stop', () => {
  const before = plan(['A', 0], ['b', 10], ['c', 20])
  expect(changesBetween(before, plan(['A', 0], ['b', 12], ['c', 29]))).toEqual([])
  expect(changesBetween(before, plan(['A', 0], ['b', 13], ['c', 20]))).toEqual([
    { kind: 'later', stop: 'b', minutes: 3 },
  ])
  expect(changesBetween(before, plan(['A', 0], ['b', 6], ['c', 20]))).toEqual([
    { kind: 'earlier', stop: 'b', minutes: 4 },
  ])
})
