import { expect, test } from 'vitest'
import { axisMarks } from './axis-marks.ts'

test('the axis of a chart has up to six round marks and reaches the highest bar', () => {
  expect(axisMarks(1)).toEqual([0, 1])
  expect(axisMarks(4)).toEqual([0, 1, 2, 3, 4])
  expect(axisMarks(7)).toEqual([0, 2, 4, 6, 8])
  expect(axisMarks(804)).toEqual([0, 200, 400, 600, 800, 1000])
  for (let most = 1; most < 3000; most++) {
    const marks = axisMarks(most)
    expect(marks.length).toBeLessThanOrEqual(6)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(marks.every(Number.isInteger)).toBe(true)
  }
})
