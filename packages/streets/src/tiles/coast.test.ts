import { pointInPolygon } from '@ambit/geo'
import type { Bbox, LngLat } from '@ambit/geo'
import { describe, expect, it } from 'vitest'
import { seaBeyond, seaPolygons } from './coast.ts'
import type { Line } from './coast.ts'
import { joinLines } from './rings.ts'

const BOX: Bbox = [0, 0, 10, 10]
const sea = (open: Line[], closed: Line[] = []): ((point: LngLat) => boolean) => {
  const polygons = seaPolygons(open, closed, BOX)
  return (point) => polygons.some((polygon) => pointInPolygon(point, polygon))
}
const square = (x: number, y: number, half: number): LngLat[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
  [x - half, y - half],
]

describe('the sea is drawn to the right of a coastline', () => {
  const northward: Line = [
    [5, -1],
    [5, 5],
    [6, 11],
  ]

  it('east of a coast that runs north, west of one that runs south', () => {
    expect([sea([northward])([8, 5]), sea([northward])([2, 5])]).toEqual([true, false])
    const southward = northward.toReversed()
    expect([sea([southward])([8, 5]), sea([southward])([2, 5])]).toEqual([false, true])
  })

  it('round the corners of the box', () => {
    const wet = sea([
      [
        [3, -1],
        [3, 3],
        [-1, 3],
      ],
    ])
    expect(wet([9, 9])).toBe(true)
    expect(wet([9, 1])).toBe(true)
    expect(wet([1, 1])).toBe(false)
  })

  it('between two coasts, and in two seas of one box', () => {
    const strait = sea([
      [
        [4, -1],
        [4, 11],
      ],
      [
        [6, 11],
        [6, -1],
      ],
    ])
    expect([strait([2, 5]), strait([5, 5]), strait([8, 5])]).toEqual([false, true, false])
    const isthmus = sea([
      [
        [6, -1],
        [6, 11],
      ],
      [
        [4, 11],
        [4, -1],
      ],
    ])
    expect([isthmus([2, 5]), isthmus([5, 5]), isthmus([8, 5])]).toEqual([true, false, true])
  })

  it('in a bay whose coast leaves and enters on the same side', () => {
    const bay = sea([
      [
        [3, 11],
        [3, 4],
        [7, 4],
        [7, 11],
      ],
    ])
    expect([bay([5, 8]), bay([5, 2]), bay([1, 8])]).toEqual([false, true, true])
    const cove = sea([
      [
        [7, 11],
        [7, 4],
        [3, 4],
        [3, 11],
      ],
    ])
    expect([cove([5, 8]), cove([5, 2]), cove([1, 8])]).toEqual([true, false, false])
  })

  it('without covering an island in it', () => {
    const wet = sea([northward], [square(8, 5, 1)])
    expect([wet([8, 5]), wet([8, 8]), wet([2, 5])]).toEqual([false, true, false])
  })

  it('all around an island without another coast', () => {
    const wet = sea([], [square(5, 5, 2)])
    expect([wet([5, 5]), wet([1, 1])]).toEqual([false, true])
  })

  it('inside a ring that runs clockwise', () => {
    const wet = sea([], [square(5, 5, 2).toReversed()])
    expect([wet([5, 5]), wet([1, 1])]).toEqual([true, false])
  })

  it('nowhere without a coast', () => {
    expect(seaPolygons([], [], BOX)).toEqual([])
  })

  it('where the data end a coast inside the box', () => {
    const wet = sea([
      [
        [5, 1],
        [5, 9],
      ],
    ])
    expect([wet([8, 5]), wet([2, 5])]).toEqual([true, false])
  })
})

describe('the sea beyond the edge of the data', () => {
  const OUTER: Bbox = [-10, -10, 20, 20]
  const beyond = (open: Line[]): ((point: LngLat) => boolean) => {
    const polygons = seaBeyond(seaPolygons(open, [], BOX), BOX, OUTER)
    return (point) => polygons.some((polygon) => pointInPolygon(point, polygon))
  }

  it('continues where the data border the sea, including round a corner', () => {
    const wet = beyond([
      [
        [9, -1],
        [9, 11],
      ],
    ])
    expect(wet([15, 5])).toBe(true)
    expect(wet([15, 15])).toBe(true)
    expect(wet([9.5, 15])).toBe(true)
    expect(wet([5, 15])).toBe(false)
    expect(wet([-5, 5])).toBe(false)
  })

  it('does not extend a harbour cut by the edge into a stripe', () => {
    const wet = beyond([
      [
        [6, -1],
        [6, 4],
        [5, 4],
        [5, -1],
      ],
    ])
    expect(wet([5.5, -5])).toBe(false)
  })
})

describe('lines of nodes are joined into rings', () => {
  it('in any order and direction in which a relation lists them', () => {
    const { rings, open } = joinLines(
      [
        [1, 2, 3],
        [5, 4, 3],
        [5, 6, 1],
      ],
      false,
    )
    expect(open).toEqual([])
    expect(rings).toHaveLength(1)
    expect(new Set(rings[0])).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(rings[0][0]).toBe(rings[0].at(-1))
  })

  it('without reversing a coast', () => {
    const { rings, open } = joinLines(
      [
        [1, 2, 3],
        [5, 4, 3],
      ],
      true,
    )
    expect(rings).toEqual([])
    expect(open).toHaveLength(2)
    expect(
      joinLines(
        [
          [3, 4, 5],
          [1, 2, 3],
        ],
        true,
      ).open,
    ).toEqual([[1, 2, 3, 4, 5]])
  })

  it('without closing a ring that lacks a piece', () => {
    expect(
      joinLines(
        [
          [1, 2, 3],
          [3, 4, 5],
        ],
        false,
      ).rings,
    ).toEqual([])
  })
})
