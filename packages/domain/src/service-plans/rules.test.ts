import { expect, test } from 'vitest'
import { overlaps, refusePlanWindow } from './rules.ts'

const minute = 60_000

test('a schedule lasts at least fifteen minutes and does not end in the past', () => {
  expect(refusePlanWindow({ start: 0, end: 15 * minute }, -1)).toBeNull()
  expect(refusePlanWindow({ start: 0, end: 14 * minute }, -1)?.field).toBe('end_time')
  expect(refusePlanWindow({ start: 0, end: 60 * minute }, 60 * minute)?.detail).toMatch(/past/)
  expect(refusePlanWindow({ start: 0, end: 60 * minute }, 30 * minute)).toBeNull()
})

test('schedules of a vehicle may touch without overlapping', () => {
  expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false)
  expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true)
})
