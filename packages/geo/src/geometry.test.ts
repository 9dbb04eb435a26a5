import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bboxOf,
  bearing,
  destination,
  flatDistance,
  haversineDistance,
  lineLength,
  nearestOnLine,
  padBbox,
  pointAlong,
  pointInPolygon,
  polygonArea,
  ringCentroid,
  signedRingArea,
  sliceLine,
} from './index.ts'
import type { LngLat } from './index.ts'

const FERRY: LngLat = [151.2108, -33.8612]
const MANLY: LngLat = [151.2839, -33.8003]
const square = (west: number, south: number, size: number): LngLat[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
]
const nearby = fc.tuple(
  fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  fc.double({ min: -0.2, max: 0.2, noNaN: true }),
)

describe('distances', () => {
  it('measures the ferry from Circular Quay to Manly', () => {
    expect(haversineDistance(FERRY, MANLY)).toBeGreaterThan(9500)
    expect(haversineDistance(FERRY, MANLY)).toBeLessThan(9650)
    expect(bearing(FERRY, MANLY)).toBeGreaterThan(40)
    expect(bearing(FERRY, MANLY)).toBeLessThan(50)
  })

  it('keeps the flat distance within 0.02 % of the great circle across a city', () => {
    fc.assert(
      fc.property(nearby, fc.double({ min: -60, max: 60, noNaN: true }), ([dLng, dLat], lat) => {
        const [a, b]: LngLat[] = [
          [10, lat],
          [10 + dLng, lat + dLat],
        ]
        expect(Math.abs(flatDistance(a!, b!) - haversineDistance(a!, b!))).toBeLessThanOrEqual(
          haversineDistance(a!, b!) * 2e-4 + 1e-6,
        )
      }),
    )
  })

  it('returns to its start by the opposite bearing', () => {
    const there = destination(FERRY, 1200, 75)
    expect(haversineDistance(FERRY, there)).toBeCloseTo(1200, 3)
    expect(bearing(FERRY, there)).toBeCloseTo(75, 3)
  })
})

describe('lines', () => {
  const line: LngLat[] = [
    [0, 0],
    [0.01, 0],
    [0.01, 0.01],
  ]

  it('finds the place along a line, clamped to its ends', () => {
    const length = lineLength(line)
    expect(pointAlong(line, -5)).toEqual([0, 0])
    expect(pointAlong(line, length + 5)).toEqual([0.01, 0.01])
    expect(pointAlong(line, length / 2)![0]).toBeCloseTo(0.01, 6)
    expect(pointAlong([], 3)).toBeNull()
  })

  it('cuts a part of the requested length out of a line', () => {
    const part = sliceLine(line, 300, 1500)
    expect(lineLength(part)).toBeCloseTo(1200, 1)
    expect(part).toHaveLength(3)
  })

  it('finds the nearest point, on the line and nearer than any sample of it', () => {
    fc.assert(
      fc.property(nearby, ([x, y]) => {
        const point: LngLat = [x / 10, y / 10]
        const hit = nearestOnLine(point, line)!
        expect(flatDistance(pointAlong(line, hit.along)!, hit.point)).toBeLessThan(0.01)
        for (let metres = 0; metres < lineLength(line); metres += 50) {
          expect(flatDistance(point, pointAlong(line, metres)!)).toBeGreaterThanOrEqual(hit.distance - 0.01)
        }
      }),
    )
  })
})

describe('polygons', () => {
  it('distinguishes inside, outside and hole', () => {
    const island = [square(0, 0, 1), square(0.4, 0.4, 0.2)]
    expect(pointInPolygon([0.2, 0.2], island)).toBe(true)
    expect(pointInPolygon([0.5, 0.5], island)).toBe(false)
    expect(pointInPolygon([1.2, 0.5], island)).toBe(false)
    expect(pointInPolygon([0, 0], [])).toBe(false)
  })

  it('measures area and finds the centre', () => {
    const block = square(151, -33, 0.01)
    const expected = flatDistance([151, -33], [151.01, -33]) * flatDistance([151, -33], [151, -32.99])
    expect(polygonArea([block]) / expected).toBeCloseTo(1, 3)
    expect(polygonArea([block, square(151.002, -32.998, 0.005)]) / expected).toBeCloseTo(0.75, 3)
    expect(signedRingArea(block)).toBeGreaterThan(0)
    expect(signedRingArea(block.toReversed())).toBeLessThan(0)
    const centre = ringCentroid(block)!
    expect(centre[0]).toBeCloseTo(151.005, 9)
    expect(centre[1]).toBeCloseTo(-32.995, 9)
  })

  it('draws a box around points and widens it by metres', () => {
    const box = bboxOf([FERRY, MANLY])!
    expect(box).toEqual([151.2108, -33.8612, 151.2839, -33.8003])
    const wider = padBbox(box, 500)
    expect(flatDistance([box[0], box[1]], [box[0], wider[1]])).toBeCloseTo(500, 0)
    expect(bboxOf([])).toBeNull()
  })
})
