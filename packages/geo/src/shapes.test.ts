import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { destination, overlapOf, polygonArea, polygonFaults, signedRingArea, splitPolygon } from './index.ts'
import type { LngLat, Polygon } from './index.ts'

const CENTRE: LngLat = [152.9, -27.2]

/** A place so many metres east and north of the town hall. */
const at = (east: number, north: number): LngLat => destination(destination(CENTRE, east, 90), north, 0)
const box = (west: number, south: number, size: number, tall = size): LngLat[] => [
  at(west, south),
  at(west + size, south),
  at(west + size, south + tall),
  at(west, south + tall),
]

/** A ring around its middle, which never crosses itself for any distances. */
const star = (distances: readonly number[], middle: LngLat = CENTRE): LngLat[] =>
  distances.map((metres, index) => destination(middle, metres, 90 - (index * 360) / distances.length))

const stars = fc
  .array(fc.double({ min: 400, max: 3000, noNaN: true }), { minLength: 3, maxLength: 40 })
  .map((d) => star(d))
const holes = fc
  .array(fc.double({ min: 20, max: 150, noNaN: true }), { minLength: 3, maxLength: 8 })
  .map((d) => star(d))
const polygons: fc.Arbitrary<Polygon> = fc
  .tuple(stars, fc.option(holes))
  .map(([outline, hole]) => (hole === null || polygonFaults([outline, hole]).length > 0 ? [outline] : [outline, hole]))
const places = fc
  .tuple(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: -4000, max: 4000 }))
  .map(([east, north]) => at(east, north))

describe('faults of a polygon', () => {
  it('marks where a bow tie crosses itself', () => {
    const [fault, ...others] = polygonFaults([[at(0, 0), at(1000, 1000), at(1000, 0), at(0, 1000)]])
    expect(others).toEqual([])
    expect(fault).toMatchObject({ kind: 'crossing', ring: 0 })
    expect(fault?.place[0]).toBeCloseTo(at(500, 500)[0], 4)
    expect(fault?.place[1]).toBeCloseTo(at(500, 500)[1], 4)
  })

  it('marks a ring that passes one place twice, and an edge that runs back on itself', () => {
    const waist = at(500, 500)
    expect(polygonFaults([[at(0, 0), waist, at(1000, 0), at(1000, 1000), waist, at(0, 1000)]])).toContainEqual({
      kind: 'crossing',
      ring: 0,
      place: waist,
    })
    const spike: LngLat[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 1.5],
      [0, 1],
    ]
    expect(polygonFaults([spike]).map(({ kind }) => kind)).toContain('crossing')
  })

  it('marks holes that lie outside, cross the outline or overlap', () => {
    const outline = box(0, 0, 2000)
    expect(polygonFaults([outline, box(200, 200, 300), box(900, 900, 300)])).toEqual([])
    expect(polygonFaults([outline, box(3000, 0, 200)])).toMatchObject([{ kind: 'hole_outside', ring: 1 }])
    expect(polygonFaults([outline, box(200, 200, 900), box(400, 400, 100)])).toMatchObject([
      { kind: 'holes_overlap', ring: 2 },
    ])
    expect(polygonFaults([outline, box(1900, 500, 300)])).toMatchObject([
      { kind: 'crossing', ring: 1 },
      { kind: 'crossing', ring: 1 },
    ])
    expect(polygonFaults([outline, box(200, 200, 300), box(400, 400, 300)])).toMatchObject([
      { kind: 'crossing', ring: 2 },
      { kind: 'crossing', ring: 2 },
    ])
  })

  it('marks a ring without an area', () => {
    expect(polygonFaults([[at(0, 0), at(1000, 0), at(0, 0)]])).toMatchObject([{ kind: 'flat', ring: 0 }])
  })

  it('finds nothing wrong with any star, closed or not', () => {
    fc.assert(
      fc.property(stars, (ring) => {
        expect(polygonFaults([ring])).toEqual([])
        expect(polygonFaults([[...ring, ring[0]!]])).toEqual([])
      }),
    )
  })

  it('finds the crossing when two neighbouring corners of a round ring are exchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1000, max: 1005, noNaN: true }), { minLength: 5, maxLength: 20 }),
        fc.nat(),
        (distances, pick) => {
          const ring = star(distances)
          const one = pick % ring.length
          const other = (one + 1) % ring.length
          ;[ring[one], ring[other]] = [ring[other]!, ring[one]!]
          expect(polygonFaults([ring]).some(({ kind }) => kind === 'crossing')).toBe(true)
        },
      ),
    )
  })

  it('finds nothing wrong with a sound outline of 20,000 corners, the longest that the contract takes', () => {
    const ring = star(Array.from({ length: 20_000 }, (_, index) => 5000 + 400 * Math.sin(index / 40)))
    expect(polygonFaults([ring])).toEqual([])
  })
})

describe('overlap of two polygons', () => {
  const sizeOf = (a: Polygon, b: Polygon): number => overlapOf(a, b)?.area ?? 0

  it('measures the area that both cover and says where it is', () => {
    const overlap = overlapOf([box(0, 0, 1000)], [box(600, 700, 1000)])
    expect(overlap?.area).toBeGreaterThan(400 * 300 * 0.999)
    expect(overlap?.area).toBeLessThan(400 * 300 * 1.001)
    const corners = overlap?.parts.flat() ?? []
    expect(Math.min(...corners.map(([lng]) => lng))).toBeCloseTo(at(600, 700)[0], 5)
    expect(Math.max(...corners.map(([, lat]) => lat))).toBeCloseTo(at(0, 1000)[1], 5)
  })

  it('finds no overlap in a hole, apart, or along a shared border', () => {
    expect(overlapOf([box(0, 0, 1000), box(200, 200, 500)], [box(300, 300, 100)])).toBeNull()
    expect(overlapOf([box(0, 0, 1000)], [box(1000, 0, 1000)])).toBeNull()
    expect(overlapOf([box(0, 0, 1000)], [box(2000, 0, 1000)])).toBeNull()
    // A corner snapped to the middle of the neighbour's slanted edge lies on it but for rounding.
    const [west, east] = [at(0, 0), at(1000, 377)]
    const snapped: LngLat = [west[0] + (east[0] - west[0]) * 0.37, west[1] + (east[1] - west[1]) * 0.37]
    expect(overlapOf([[west, east, at(0, 1000)]], [[snapped, west, at(500, -900)]])).toBeNull()
  })

  it('finds a small corner that overlaps at the end of a long border', () => {
    const [one, other] = [
      [box(0, 0, 3000)],
      [[at(3000, 0), at(3006, -6), at(6000, 0), at(6000, 3000), at(3000, 3000), at(2993, 1500)]],
    ]
    expect(sizeOf(one, other)).toBeGreaterThan(5000)
  })

  it('is the whole area for a polygon with itself, for any corners', () => {
    fc.assert(
      fc.property(polygons, (polygon) => {
        const area = polygonArea(polygon)
        expect(Math.abs(sizeOf(polygon, polygon) - area) / area).toBeLessThan(2e-3)
      }),
    )
  })

  it('does not depend on the order of the two polygons', () => {
    fc.assert(
      fc.property(polygons, stars, places, (a, b, shift) => {
        const moved = b.map(([lng, lat]): LngLat => [lng + (shift[0] - CENTRE[0]), lat + (shift[1] - CENTRE[1])])
        expect(sizeOf(a, [moved])).toBeCloseTo(sizeOf([moved], a), 3)
      }),
    )
  })
})

describe('splitting a polygon by a line', () => {
  const sum = (parts: readonly Polygon[]): number => parts.reduce((area, part) => area + polygonArea(part), 0)

  it('cuts a square in two, the larger part first', () => {
    const parts = splitPolygon([box(0, 0, 1000)], [at(-100, 300), at(1100, 300)])
    expect(parts.map((part) => Math.round(polygonArea(part) / 10_000))).toEqual([70, 30])
  })

  it('cuts through a hole, which becomes a bay of both parts, and leaves another hole where it is', () => {
    const square = [box(0, 0, 1000), box(400, 400, 200), box(100, 100, 50)]
    const parts = splitPolygon(square, [at(500, -100), at(500, 1100)])
    expect(parts).toHaveLength(2)
    expect(parts.map((part) => part.length).sort()).toEqual([1, 2])
    expect(sum(parts)).toBeCloseTo(polygonArea(square), -1)
  })

  it('cuts a horseshoe in three with one line, and cuts out what a crooked line goes around', () => {
    const shoe = [
      [at(0, 0), at(900, 0), at(900, 900), at(600, 900), at(600, 300), at(300, 300), at(300, 900), at(0, 900)],
    ]
    expect(splitPolygon(shoe, [at(-50, 600), at(950, 600)])).toHaveLength(3)
    const corner = splitPolygon([box(0, 0, 1000)], [at(-50, 500), at(400, 500), at(400, -50)])
    expect(corner.map((part) => Math.round(polygonArea(part) / 10_000))).toEqual([80, 20])
  })

  it('accepts a line that begins and ends on the border itself', () => {
    expect(splitPolygon([box(0, 0, 1000)], [at(0, 500), at(1000, 500)])).toHaveLength(2)
    const square = box(0, 0, 1000)
    expect(splitPolygon([square], [square[0]!, square[2]!])).toHaveLength(2)
  })

  it('leaves the polygon alone when the line does not cut it through', () => {
    const square = [box(0, 0, 1000)]
    expect(splitPolygon(square, [at(-100, 500), at(500, 500)])).toEqual([square])
    expect(splitPolygon(square, [at(-100, -500), at(1500, -500)])).toEqual([square])
    expect(splitPolygon(square, [square[0]![0]!, square[0]![1]!])).toEqual([square])
    expect(splitPolygon(square, [at(5, 5)])).toEqual([square])
  })

  it('neither loses nor doubles any area, and every part is a sound polygon', () => {
    fc.assert(
      fc.property(polygons, fc.array(places, { minLength: 2, maxLength: 5 }), (polygon, line) => {
        const parts = splitPolygon(polygon, line)
        // In degrees², where a corner on a straight edge changes nothing; 1e-10 is 1 m².
        const flat = (shape: Polygon): number =>
          shape.reduce((area, ring, at) => area + Math.abs(signedRingArea(ring)) * (at === 0 ? 1 : -1), 0)
        const left = flat(polygon) - parts.reduce((area, part) => area + flat(part), 0)
        expect(Math.abs(left)).toBeLessThan(4e-10)
        for (const part of parts) expect(polygonFaults(part)).toEqual([])
        parts.forEach((part, index) =>
          parts.slice(index + 1).forEach((other) => expect(overlapOf(part, other)).toBeNull()),
        )
      }),
    )
  })
})
