import { expect, test } from 'vitest'
import { type Drive, factorsOf } from './factors-of.ts'

const MONDAY_8 = 8
const TUESDAY_8 = 24 + 8
const SATURDAY_8 = 5 * 24 + 8
const drives = (count: number, hour_of_week: number, free: number, actual: number): Drive[] =>
  Array.from({ length: count }, () => ({ hour_of_week, free, actual }))
const factorAt = (all: readonly Drive[], hour: number) =>
  factorsOf(all).find(({ hour_of_week }) => hour_of_week === hour)

test('an hour’s factor is that of all its drives together, rounded up to twentieths', () => {
  // 10 × 100 and 10 × 300 make 4,000 s, for which 5,000 s were driven.
  const all = [...drives(10, MONDAY_8, 100, 110), ...drives(10, MONDAY_8, 300, 390)]
  expect(factorAt(all, MONDAY_8)).toEqual({ hour_of_week: MONDAY_8, factor: 1.25, observations: 20 })
  expect(factorAt(drives(20, MONDAY_8, 100, 121), MONDAY_8)?.factor).toBe(1.25)
  expect(factorAt(drives(20, MONDAY_8, 100, 98), MONDAY_8)?.factor).toBe(1)
  expect(factorAt(drives(20, MONDAY_8, 100, 60), MONDAY_8)?.factor).toBe(0.6)
})

test('an hour with too few drives takes the factor of the same hour on all weekdays, or on the weekend', () => {
  const all = [
    ...drives(12, MONDAY_8, 100, 130),
    ...drives(8, TUESDAY_8, 100, 130),
    ...drives(19, SATURDAY_8, 100, 110),
  ]
  expect(factorsOf(all).map(({ hour_of_week, factor, observations }) => [hour_of_week, factor, observations])).toEqual(
    [0, 1, 2, 3, 4].map((day) => [day * 24 + 8, 1.3, 20]),
  )
  expect(factorAt([...all, ...drives(1, SATURDAY_8 + 24, 100, 110)], SATURDAY_8)?.factor).toBe(1.1)
  // It has enough drives of its own, so the others do not count.
  expect(factorAt([...all, ...drives(20, TUESDAY_8, 100, 100)], TUESDAY_8)?.factor).toBe(1.1)
})

test('drives that were interrupted or very short do not count', () => {
  const odd = [...drives(20, MONDAY_8, 100, 401), ...drives(20, MONDAY_8, 100, 49), ...drives(20, MONDAY_8, 59, 100)]
  expect(factorsOf(odd)).toEqual([])
  expect(factorAt([...odd, ...drives(20, MONDAY_8, 100, 150)], MONDAY_8)?.factor).toBe(1.5)
})
