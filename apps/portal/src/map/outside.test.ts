import { type LngLat, pointInPolygon, pointInRing, type Polygon } from '@ambit/geo'
import { expect, test } from 'vitest'
import { outsideOf } from './outside.ts'

const square = (x: number, y: number, size: number): LngLat[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]
const star: LngLat[] = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 3.1 : 1.2
  return [5 + radius * Math.sin((i * Math.PI) / 5), 5 + radius * Math.cos((i * Math.PI) / 5)]
})

/** The points of a grid that are shaded though inside a zone, unshaded though outside, or shaded twice. */
const wrong = (polygons: readonly Polygon[]): LngLat[] => {
  const outside = outsideOf(polygons)
  const found: LngLat[] = []
  for (let x = -1.93; x < 12; x += 0.37)
    for (let y = -1.87; y < 12; y += 0.41) {
      const point: LngLat = [x, y]
      const shaded = outside.filter((ring) => pointInRing(point, ring)).length
      if (shaded !== (polygons.some((polygon) => pointInPolygon(point, polygon)) ? 0 : 1)) found.push(point)
    }
  return found
}

// covers: SHELL-66
test('the area outside all zones is shaded once, wherever the zones are', () => {
  expect(wrong([])).toEqual([])
  expect(wrong([[square(0, 0, 4)]])).toEqual([])
  expect(wrong([[square(0, 0, 4)], [square(6, 1, 3)]])).toEqual([])
})

test('a zone inside or partly outside another zone does not shade that zone', () => {
  expect(wrong([[square(0, 0, 9)], [square(2, 2, 3)]])).toEqual([])
  expect(wrong([[square(0, 0, 6)], [square(4, 3, 5)], [star]])).toEqual([])
})

test('a hole in a zone is shaded as outside', () => {
  expect(wrong([[square(0, 0, 9), square(3, 3, 2)], [star]])).toEqual([])
})
