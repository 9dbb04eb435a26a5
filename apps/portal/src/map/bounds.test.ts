import { expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

// covers: SHELL-73
test('A single stop is shown with 0.02 degrees around it', () => {
  const [west, south, east, north] = boundsOf([[153, -27.5]])!
  expect([153 - west, -27.5 - south, east - 153, north + 27.5].map((side) => Math.round(side * 1e6) / 1e6)).toEqual([
    0.02, 0.02, 0.02, 0.02,
  ])
})

test('Two stops are shown as they lie, and none leaves the map alone', () => {
  const two = boundsOf([
    [153, -27.5],
    [153.1, -27.4],
  ])
  expect(two).toEqual([153, -27.5, 153.1, -27.4])
  expect(boundsOf([])).toBeNull()
})
