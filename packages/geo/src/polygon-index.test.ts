import { mulberry32 } from '@ambit/random'
import { describe, expect, it } from 'vitest'
import { flatDistance } from './point.ts'
import type { LngLat } from './point.ts'
import { pointInPolygon } from './polygon.ts'
import type { Polygon } from './polygon.ts'
import { indexPolygon, lengthInside } from './polygon-index.ts'

const box = (west: number, south: number, east: number, north: number): LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/** A jagged star of so many corners around the origin, about a kilometre wide, with a hole. */
const star = (corners: number, seed: number): Polygon => {
  const random = mulberry32(seed)
  const ring = Array.from({ length: corners }, (_, i): LngLat => {
    const radius = 0.002 + random() * 0.003
    const angle = (i / corners) * 2 * Math.PI
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return [ring, box(-0.0005, -0.0005, 0.0005, 0.0005)]
}

describe('a polygon with an index', () => {
  it('gives the same answer as the plain polygon for any place', () => {
    const random = mulberry32(3)
    for (const corners of [3, 40, 3000]) {
      const polygon = star(corners, corners)
      const index = indexPolygon(polygon)
      for (let i = 0; i < 2000; i++) {
        const point: LngLat = [random() * 0.012 - 0.006, random() * 0.012 - 0.006]
        expect(index.contains(point)).toBe(pointInPolygon(point, polygon))
      }
    }
  })

  it('measures the length of a street inside as stepping along it in small steps does', () => {
    const polygons = [star(60, 1), star(60, 2)]
    const indexes = polygons.map(indexPolygon)
    const random = mulberry32(5)
    for (let i = 0; i < 20; i++) {
      const a: LngLat = [random() * 0.012 - 0.006, random() * 0.012 - 0.006]
      const b: LngLat = [random() * 0.012 - 0.006, random() * 0.012 - 0.006]
      const steps = 20_000
      let inside = 0
      for (let step = 0; step < steps; step++) {
        const share = (step + 0.5) / steps
        const point: LngLat = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
        if (polygons.some((polygon) => pointInPolygon(point, polygon))) inside++
      }
      expect(lengthInside(a, b, indexes)).toBeCloseTo((inside / steps) * flatDistance(a, b), 0)
    }
  })

  it('measures the distance to the nearest edge', () => {
    const index = indexPolygon([box(0, 0, 0.01, 0.01)])
    expect(index.toEdge([0.005, 0.0001], 50)).toBeCloseTo(11.1, 1)
    expect(index.toEdge([0.005, 0.005], 50)).toBe(Infinity)
  })
})
