import type { TripStop, TripWithStops } from '@ambit/contract'
import { expect, test } from 'vitest'
import { MINUTE } from '../timeline/timeline.ts'
import { morningMishaps } from './mishaps.ts'

const OPENS = Date.parse('2026-11-23T08:35:00+10:00')
const trip = (id: number, on_board = 0) => ({ id, on_board }) as TripWithStops // all that a mishap asks of a trip
const stop = (boardings: number) =>
  ({ boardings: Array.from({ length: boardings }, () => ({})), alightings: [] }) as unknown as TripStop // as above

test('two vehicles on the way to passengers are held up before the morning opens, each once', () => {
  const mishaps = morningMishaps(OPENS, () => {})
  const at = OPENS - 5 * MINUTE
  expect(mishaps(trip(1), stop(1), OPENS - 9 * MINUTE)).toBe(0)
  expect(mishaps(trip(1), stop(0), at)).toBe(0)
  expect(mishaps(trip(1), stop(1), at)).toBe(7 * MINUTE)
  expect(mishaps(trip(1), stop(1), at)).toBe(0)
  expect(mishaps(trip(2), stop(2), at + MINUTE)).toBe(6 * MINUTE)
  expect(mishaps(trip(3), stop(2), at + MINUTE)).toBe(0)
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
