import { destination, type LngLat, overlapOf, polygonArea, type Polygon, splitPolygon } from '@ambit/geo'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AreaDraft } from '../design/design.ts'
import { addAreas, freeName, merge, remove, split } from './area-edits.ts'
import { mergeShapes } from './merge.ts'
import { problemsOf } from './problems.ts'
import { moveCorner, removeCorner, shapeOf, shiftShape } from './shape.ts'
import { snap } from './snap.ts'
import { allowedPairs, isAllowed, withEverywhere, withPair } from './travel.ts'

const CENTRE: LngLat = [152.9, -27.2]
const at = (east: number, north: number): LngLat => destination(destination(CENTRE, east, 90), north, 0)
const box = (west: number, south: number, size: number): LngLat[] => [
  at(west, south),
  at(west + size, south),
  at(west + size, south + size),
  at(west, south + size),
]
const area = (id: number, name: string, shape: Polygon, connected: number[] | null = null): AreaDraft => ({
  id,
  version: 1,
  name,
  coordinates: shapeOf(shape),
  travel_rule: connected === null ? null : { connected_location_ids: connected },
})

const town = area(1, 'Town', [box(0, 0, 1000)], [1, 2])
const beach = area(2, 'Beach', [box(1000, 0, 1000)], [1])
const airport = area(3, 'Airport', [box(5000, 0, 500)])
const all = [town, beach, airport]

const updatedIn = (step: ReturnType<typeof split>): readonly AreaDraft[] =>
  step?.edits.kind === 'service_areas' ? (step.edits.updated ?? []) : []
const addedIn = (step: ReturnType<typeof split>): readonly AreaDraft[] =>
  step?.edits.kind === 'service_areas' ? (step.edits.added ?? []) : []

describe('merging', () => {
  test('merging a split area restores it, for every line of the split', () => {
    const east = fc.integer({ min: -900, max: 900 })
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 400, max: 2000, noNaN: true }), { minLength: 3, maxLength: 25 }),
        east,
        east,
        (far, from, to) => {
          const star = far.map((metres, index) => destination(CENTRE, metres, 90 - (index * 360) / far.length))
          const parts = splitPolygon([star], [at(from, -2500), at(to, 2500)])
          const whole = mergeShapes(parts)
          expect(whole).toHaveLength(1)
          expect(Math.abs(polygonArea(whole ?? []) - polygonArea([star]))).toBeLessThan(polygonArea([star]) * 1e-4 + 2)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('areas that overlap or share a border become one, and separate areas do not', () => {
    expect(polygonArea(mergeShapes([town.coordinates, beach.coordinates]) ?? [])).toBeCloseTo(
      polygonArea(town.coordinates) + polygonArea(beach.coordinates),
      -2,
    )
    expect(mergeShapes([town.coordinates, airport.coordinates])).toBeNull()
    const ring = mergeShapes([[box(0, 0, 1000), box(300, 300, 200)], [box(900, 0, 1000)]])
    expect(ring).toHaveLength(2)
  })

  test('the merged area allows all travel that its parts allowed', () => {
    const step = merge(all, [town, beach])
    expect(step?.edits).toMatchObject({ removed: [2] })
    expect(updatedIn(step).find(({ id }) => id === 1)?.travel_rule).toEqual({ connected_location_ids: [1] })
    expect(merge(all, [town, airport])).toBeNull()
  })
})

describe('splitting and removing', () => {
  test('the largest part keeps the area, and the others are new with its name and travel rules', () => {
    const step = split(all, town, [at(300, -50), at(300, 1050)])
    const [part] = addedIn(step)
    expect(part?.name).toBe('Town 1')
    expect(overlapOf(part?.coordinates ?? [], updatedIn(step).find(({ id }) => id === 1)?.coordinates ?? [])).toBeNull()
    expect(part?.travel_rule?.connected_location_ids).toEqual([1, part?.id, 2])
    expect(updatedIn(step).find(({ id }) => id === 2)?.travel_rule?.connected_location_ids).toEqual([1, part?.id])
    expect(split(all, town, [at(300, 100), at(300, 200)])).toBeNull()
  })

  test('no travel rule refers to a removed area', () => {
    expect(updatedIn(remove(all, beach))).toMatchObject([{ id: 1, travel_rule: { connected_location_ids: [1] } }])
  })

  test('a new area gets the first free number', () => {
    expect(freeName([{ name: 'Area 1' }, { name: 'Area 3' }])).toBe('Area 2')
    const step = addAreas(all, [
      { name: null, coordinates: town.coordinates },
      { name: null, coordinates: beach.coordinates },
    ])
    expect(addedIn(step).map(({ name }) => name)).toEqual(['Area 1', 'Area 2'])
    expect(step.label).toBe('Import 2 areas')
  })
})

describe('corners', () => {
  test('an outline keeps at least three, and a hole with fewer is removed', () => {
    const shape = shapeOf([box(0, 0, 1000).slice(0, 3), box(600, 200, 100).slice(0, 3)])
    expect(removeCorner(shape, { ring: 0, index: 1 })).toBeNull()
    expect(removeCorner(shape, { ring: 1, index: 1 })).toHaveLength(1)
  })

  test('moving one keeps the others, and shifting all keeps the shape', () => {
    const shape = shapeOf([box(0, 0, 1000)])
    const moved = moveCorner(shape, { ring: 0, index: 2 }, at(1500, 1500))
    expect(moved[0]?.filter((point, index) => point !== shape[0]?.[index])).toHaveLength(1)
    expect(polygonArea(shiftShape(shape, [0.01, 0]))).toBeCloseTo(polygonArea(shape), -1)
  })
})

describe('snapping', () => {
  const border = [[at(0, 0), at(1000, 0)]]
  const street = [[at(0, 30), at(1000, 30)]]

  test('prefers corners to edges and areas to streets, within a limited distance', () => {
    expect(snap(at(6, 4), border, street, 10)).toEqual({ point: at(0, 0), to: 'corner' })
    const edge = snap(at(500, 8), border, street, 10)
    expect(edge.to).toBe('edge')
    expect(edge.point[1]).toBeCloseTo(at(500, 0)[1], 6)
    expect(snap(at(500, 25), border, street, 10).to).toBe('street')
    expect(snap(at(500, 25), border, street, 30).to).toBe('edge')
    expect(snap(at(500, 90), border, street, 10)).toEqual({ point: at(500, 90), to: null })
  })
})

describe('problems', () => {
  test('name crossings and overlaps with their place, and accept neighbouring areas', () => {
    expect(problemsOf(all)).toEqual([])
    const bow = area(4, 'Bow', [[at(0, 5000), at(900, 5900), at(900, 5000), at(0, 5900)]])
    const wide = area(5, 'Wide', [box(500, -500, 700)])
    const found = problemsOf([...all, bow, wide])
    expect(found.map(({ text }) => text)).toEqual([
      'Bow crosses itself in one place.',
      expect.stringMatching(/^Town and Wide overlap by 0\.1\d km²\.$/),
      expect.stringMatching(/^Beach and Wide overlap by 0\.0\d km²\.$/),
    ])
    expect(found[0]?.points).toHaveLength(1)
    expect(found[1]?.parts.length).toBeGreaterThan(0)
    expect(problemsOf([bow])[0]?.box[0]).toBeGreaterThan(at(200, 0)[0])
  })
})

describe('travel rules', () => {
  test('add or remove one pair, and mean everywhere when all are allowed', () => {
    const closed = withPair(all, airport, 1, false)
    expect(closed.travel_rule).toEqual({ connected_location_ids: [2, 3] })
    expect(isAllowed(closed, 1)).toBe(false)
    expect(withPair(all, closed, 1, true).travel_rule).toBeNull()
    expect(withEverywhere(town, true).travel_rule).toBeNull()
    expect(withEverywhere(airport, false).travel_rule).toEqual({ connected_location_ids: [3] })
  })

  test('are drawn as one arrow per pair, with two heads if the way back is allowed', () => {
    const pairs = allowedPairs(all).map(({ from, to, both }) => `${from.name} ${both ? '↔' : '→'} ${to.name}`)
    expect(pairs).toEqual(['Town ↔ Beach', 'Airport → Town', 'Airport → Beach'])
  })
})
