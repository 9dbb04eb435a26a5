import { expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

// covers: SHELL-73
test('the map shows a single stop with 0.02 degrees around it', () => {
  const [west, south, east, north] = boundsOf([[153, -27.5]])!
  expect([153 - west, -27.5 - south, east - 153, north + 27.5].map((side) => Math.round(side * 1e6) / 1e6)).toEqual([
    0.02, 0.02, 0.02, 0.02,
  ])
})

test('the map fits two stops exactly, and does not move without any', () => {
  const two = boundsOf([
    [153, -27.5],
    [153.1, -27.4],
  ])
  expect(two).toEqual([153, -27.5, 153.1, -27.4])
  expect(boundsOf([])).toBeNull()
})
