import { flatDistance } from './point.ts'
import { bboxesOverlap, bboxOf, type Bbox, type LngLat } from './point.ts'
import type { Polygon } from './polygon.ts'
import { edgesOf } from './segments.ts'

/** The overlap of two polygons: its area in m², and trapezoids that cover it once. */
export type Overlap = { area: number; parts: LngLat[][] }

/** An edge from its lower to its higher end; level edges bound no stretch of a height and are left out. */
type Rise = { x0: number; y0: number; x1: number; y1: number; first: boolean }

/**
 * Neighbours that were snapped to each other share their border but for rounding. Less than this is no overlap: `area` in
 * m², `part` the thickness of one trapezoid and `mean` the mean thickness in metres.
 */
const SMALLEST = { area: 1, part: 0.01, mean: 0.1 }

/**
 * What two polygons both cover, or null when they only touch or lie apart. The plane is cut at every corner and every
 * crossing between the two; inside such a strip edges never cross, so walking from west to east finds the common
 * stretches.
 */
export const overlapOf = (a: Polygon, b: Polygon): Overlap | null => {
  const box = commonBox(a, b)
  if (box === null) return null
  const rises = [...risesOf(a, true, box), ...risesOf(b, false, box)].sort((one, other) => one.y0 - other.y0)
  const heights = cutHeights(rises, box)
  let [area, sides, next] = [0, 0, 0]
  let active: Rise[] = []
  const parts: LngLat[][] = []
  for (let i = 1; i < heights.length; i++) {
    const [low, high] = [heights[i - 1]!, heights[i]!]
    while (next < rises.length && rises[next]!.y0 <= low) active.push(rises[next++]!)
    active = active.filter((rise) => rise.y1 >= high)
    for (const part of commonIn(active, low, high)) {
      const size = measure(part)
      if (size.area / size.longest < SMALLEST.part) continue
      area += size.area
      sides += size.sides
      parts.push(part)
    }
  }
  return area < SMALLEST.area || area / (sides / 2) < SMALLEST.mean ? null : { area, parts }
}

const commonBox = (a: Polygon, b: Polygon): Bbox | null => {
  const one = bboxOf(a[0] ?? [])
  const other = bboxOf(b[0] ?? [])
  if (one === null || other === null || !bboxesOverlap(one, other)) return null
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
}

const risesOf = (polygon: Polygon, first: boolean, [, south, east, north]: Bbox): Rise[] =>
  edgesOf(polygon).flatMap(({ a, b }) => {
    if (a[1] === b[1] || Math.min(a[0], b[0]) > east) return []
    const [low, high] = a[1] < b[1] ? [a, b] : [b, a]
    return high[1] <= south || low[1] >= north ? [] : [{ x0: low[0], y0: low[1], x1: high[0], y1: high[1], first }]
  })

const xAt = (rise: Rise, y: number): number =>
  y <= rise.y0
    ? rise.x0
    : y >= rise.y1
      ? rise.x1
      : rise.x0 + ((rise.x1 - rise.x0) * (y - rise.y0)) / (rise.y1 - rise.y0)

const cutHeights = (rises: readonly Rise[], [, south, , north]: Bbox): number[] => {
  const heights = new Set([south, north])
  const add = (y: number): void => void (y > south && y < north && heights.add(y))
  rises.forEach((one, at) => {
    add(one.y0)
    add(one.y1)
    for (let next = at + 1; next < rises.length && rises[next]!.y0 < one.y1; next++) {
      const y = one.first === rises[next]!.first ? null : crossing(one, rises[next]!)
      if (y !== null) add(y)
    }
  })
  return [...heights].sort((one, other) => one - other)
}

/** The height at which two edges cross inside both, or null. */
const crossing = (one: Rise, other: Rise): number | null => {
  const low = Math.max(one.y0, other.y0)
  const high = Math.min(one.y1, other.y1)
  if (low >= high) return null
  const before = xAt(one, low) - xAt(other, low)
  const after = xAt(one, high) - xAt(other, high)
  return before * after < 0 ? low + ((high - low) * before) / (before - after) : null
}

/** The trapezoids of a strip that lie in both polygons. */
const commonIn = (active: readonly Rise[], low: number, high: number): LngLat[][] => {
  const middle = (low + high) / 2
  const here = active
    .map((rise) => ({ rise, x: xAt(rise, middle) }))
    .sort((one, other) => one.x - other.x)
    .map(({ rise }) => rise)
  const parts: LngLat[][] = []
  let [inFirst, inSecond] = [false, false]
  let left: Rise | null = null
  for (const rise of here) {
    if (rise.first) inFirst = !inFirst
    else inSecond = !inSecond
    if (inFirst && inSecond) left = rise
    else if (left !== null) {
      parts.push([
        [xAt(left, low), low],
        [xAt(rise, low), low],
        [xAt(rise, high), high],
        [xAt(left, high), high],
      ])
      left = null
    }
  }
  return parts
}

const measure = (part: readonly LngLat[]): { area: number; sides: number; longest: number } => {
  const [a, b, c, d] = [part[0]!, part[1]!, part[2]!, part[3]!]
  const middle = (a[1] + d[1]) / 2
  const width = flatDistance([(a[0] + d[0]) / 2, middle], [(b[0] + c[0]) / 2, middle])
  const height = flatDistance([a[0], a[1]], [a[0], d[1]])
  const [left, right] = [flatDistance(a, d), flatDistance(b, c)]
  return { area: width * height, sides: left + right, longest: Math.max(width, left, right) }
}
