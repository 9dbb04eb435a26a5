import type { TripStop, TripWithStops } from '@ambit/contract'
import { expect, test } from 'vitest'
import { MINUTE } from '../timeline/timeline.ts'
import { breakdownsAfter, morningMishaps } from './mishaps.ts'

const OPENS = Date.parse('2026-11-23T08:35:00+10:00')
const trip = (id: number, on_board = 0) => ({ id, on_board }) as TripWithStops // all that a mishap asks of a trip
const stop = (boardings: number, due = OPENS) =>
  // as above
  ({
    boardings: Array.from({ length: boardings }, () => ({})),
    alightings: [],
    scheduled_at: new Date(due).toISOString(),
  }) as unknown as TripStop

test('two vehicles on the way to passengers are held up before the morning opens, each once', () => {
  const mishaps = morningMishaps(OPENS, () => {})
  const at = OPENS - 9 * MINUTE
  const due = OPENS - 6 * MINUTE
  expect(mishaps(trip(1), stop(0, due), at)).toBe(0)
  expect(mishaps(trip(1), stop(1, due), at)).toBe(11 * MINUTE)
  expect(mishaps(trip(1), stop(1, due), at)).toBe(0)
  expect(mishaps(trip(2), stop(2, due), at + MINUTE)).toBe(10 * MINUTE)
  expect(mishaps(trip(3), stop(2, due), at + MINUTE)).toBe(0)
})

test.each([
  ['long before the morning opens', -8],
  ['so shortly before that it would count as on time', -2],
  ['only afterwards', 1],
])('a vehicle that is due %s is not held up', (_, minutes) => {
  const mishaps = morningMishaps(OPENS, () => {})
  expect(mishaps(trip(1), stop(1, OPENS + minutes * MINUTE), OPENS - 12 * MINUTE)).toBe(0)
})

test('one vehicle breaks down soon after the morning has opened, rather one with passengers', () => {
  const broken: number[] = []
  const mishaps = morningMishaps(OPENS, ({ id }) => void broken.push(id))
  expect(mishaps(trip(4, 2), stop(1), OPENS + 2 * MINUTE)).toBe(0)
  expect(mishaps(trip(5), stop(1), OPENS + 4 * MINUTE)).toBe(0)
  expect(mishaps(trip(6, 1), stop(1), OPENS + 4 * MINUTE)).toBe(60 * MINUTE)
  expect(mishaps(trip(7, 1), stop(1), OPENS + 9 * MINUTE)).toBe(0)
  expect(broken).toEqual([6])
})

test('an empty vehicle breaks down when none with passengers has', () => {
  const mishaps = morningMishaps(OPENS, () => {})
  expect(mishaps(trip(5), stop(1), OPENS + 9 * MINUTE)).toBe(60 * MINUTE)
})

test('after each given moment one vehicle with passengers breaks down, another one each time', () => {
  const broken: number[] = []
  const mishaps = breakdownsAfter([OPENS, OPENS + 30 * MINUTE], ({ id }) => void broken.push(id))
  expect(mishaps(trip(1, 2), stop(1), OPENS - MINUTE)).toBe(0)
  expect(mishaps(trip(2), stop(1), OPENS)).toBe(0)
  expect(mishaps(trip(1, 2), stop(1), OPENS)).toBe(60 * MINUTE)
  expect(mishaps(trip(3, 1), stop(1), OPENS + MINUTE)).toBe(0)
  expect(mishaps(trip(1, 2), stop(1), OPENS + 31 * MINUTE)).toBe(0)
  expect(mishaps(trip(3, 1), stop(1), OPENS + 31 * MINUTE)).toBe(60 * MINUTE)
  expect(mishaps(trip(4, 1), stop(1), OPENS + 90 * MINUTE)).toBe(0)
  expect(broken).toEqual([1, 3])
})
