import { expect, test } from 'vitest'
import { proposeTimes } from './propose-times.ts'
import { DAY_UNITS } from './units.ts'

const row = (shift: number, from: number, to: number) => ({ shift, span: { start: from * 120, end: to * 120 } })
const hours = (plans: ReturnType<typeof row>[], shift: number, now: number | null = null) => {
  const { start, end } = proposeTimes(plans, shift, now === null ? null : now * 120)
  return [start / 120, end / 120]
}

test('a new schedule is proposed after the last of its row, as long as that one', () => {
  expect(hours([row(1, 6, 14), row(1, 15, 18)], 1)).toEqual([18, 21])
  expect(hours([row(1, 6, 18)], 1)).toEqual([18, 24])
})

test('in an empty row the times of the row above are proposed, and eight to twelve on an empty day', () => {
  expect(hours([row(1, 6, 14), row(2, 9, 17)], 3)).toEqual([9, 17])
  expect(hours([], 1)).toEqual([8, 12])
})

test('on the present day no time is proposed that has begun', () => {
  expect(hours([row(1, 6, 14)], 2, 10.2)).toEqual([10.5, 18.5])
  expect(hours([row(1, 6, 9)], 1, 10)).toEqual([10, 13])
})

test('where the row is full to midnight a gap before it is proposed', () => {
  expect(hours([row(1, 6, 10), row(1, 12, 24)], 1)).toEqual([0, 6])
  expect(proposeTimes([row(1, 0, 24)], 1, null)).toEqual({ start: DAY_UNITS - 30, end: DAY_UNITS })
})
