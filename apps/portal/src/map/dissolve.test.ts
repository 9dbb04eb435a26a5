import type { LngLat, Polygon } from '@ambit/geo'
import { expect, test } from 'vitest'
import { dissolve } from './dissolve.ts'

const square = (west: number, south: number, size = 0.01): Polygon => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ],
]
const corners = (polygons: readonly Polygon[]): LngLat[][] =>
  polygons.map(([outline]) =>
    (outline ?? []).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]).map(([x, y]): LngLat => [x, y]),
  )

test('areas that share a border have one outline without it', () => {
  const [only, ...more] = dissolve([square(153, -27), square(153.01, -27)])
  expect(more).toEqual([])
  const xs = only?.[0]?.map(([lng]) => lng.toFixed(3))
  expect([...new Set(xs)].toSorted()).toEqual(['153.000', '153.010', '153.020'].filter((x) => xs?.includes(x)))
  expect(only?.[0]?.some(([lng, lat]) => lng > 153.0001 && lng < 153.0199 && lat > -26.9999 && lat < -26.9901)).toBe(
    false,
  )
})

test('areas that overlap cover what both cover once', () => {
  expect(dissolve([square(153, -27), square(153.005, -27)])).toHaveLength(1)
})

test('areas that lie apart keep an outline each', () => {
  const apart = [square(153, -27), square(153.1, -27)]
  expect(corners(dissolve(apart)).toSorted()).toEqual(corners(apart).toSorted())
})

test('one area stays as it is', () => {
  expect(dissolve([square(153, -27)])).toEqual([square(153, -27)])
  expect(dissolve([])).toEqual([])
})
