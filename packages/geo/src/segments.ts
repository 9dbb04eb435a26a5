import type { LngLat } from './point.ts'
import type { Polygon, Ring } from './polygon.ts'

/** How two segments meet: `cross` inside both, `touch` at an end of one, `along` over a stretch. */
export type Meeting = { how: 'cross' | 'touch' | 'along'; place: LngLat }

const same = (a: LngLat, b: LngLat): boolean => a[0] === b[0] && a[1] === b[1]

/** Twice the signed area of the triangle: positive when c lies left of a → b. */
const turn = (a: LngLat, b: LngLat, c: LngLat): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const within = (a: LngLat, b: LngLat, point: LngLat): boolean =>
  point[0] >= Math.min(a[0], b[0]) &&
  point[0] <= Math.max(a[0], b[0]) &&
  point[1] >= Math.min(a[1], b[1]) &&
  point[1] <= Math.max(a[1], b[1])

/** Where the segments a-b and c-d meet, or null. */
export const meetingOf = (a: LngLat, b: LngLat, c: LngLat, d: LngLat): Meeting | null => {
  const [left, right] = [turn(a, b, c), turn(a, b, d)]
  const [before, after] = [turn(c, d, a), turn(c, d, b)]
  if (left * right < 0 && before * after < 0) {
    const share = left / (left - right)
    return { how: 'cross', place: [c[0] + (d[0] - c[0]) * share, c[1] + (d[1] - c[1]) * share] }
  }
  const ends = [
    ...(left === 0 && within(a, b, c) ? [c] : []),
    ...(right === 0 && within(a, b, d) ? [d] : []),
    ...(before === 0 && within(c, d, a) ? [a] : []),
    ...(after === 0 && within(c, d, b) ? [b] : []),
  ]
  const first = ends[0]
  if (first === undefined) return null
  const other = ends.find((end) => !same(end, first))
  if (other === undefined) return { how: 'touch', place: first }
  return { how: 'along', place: [(first[0] + other[0]) / 2, (first[1] + other[1]) / 2] }
}

/** The ring without its closing point and without points that repeat the one before. */
export const openRing = (ring: Ring): LngLat[] => {
  const points = ring.filter((point, index) => index === 0 || !same(point, ring[index - 1]!))
  while (points.length > 1 && same(points[0]!, points.at(-1)!)) points.pop()
  return points
}

/** An edge of a polygon: its ring, and its place in that ring of so many edges. */
export type Edge = { a: LngLat; b: LngLat; ring: number; index: number; count: number }

export const edgesOf = (polygon: Polygon): Edge[] =>
  polygon.flatMap((raw, ring) => {
    const points = openRing(raw)
    return points.map((a, index) => ({ a, b: points[(index + 1) % points.length]!, ring, index, count: points.length }))
  })

type Sorted<S> = { segment: S; west: number; east: number; south: number; north: number }

/**
 * Calls back for each pair of segments whose boxes meet, until it is answered `stop`. Sorted by longitude, each is held only against those that
 * begin before it ends: near to linear for outlines, whose segments are short.
 */
export const pairsNear = <S extends { a: LngLat; b: LngLat }>(
  segments: readonly S[],
  found: (one: S, other: S) => void | 'stop',
): void => {
  const sorted: Sorted<S>[] = segments
    .map((segment) => ({
      segment,
      west: Math.min(segment.a[0], segment.b[0]),
      east: Math.max(segment.a[0], segment.b[0]),
      south: Math.min(segment.a[1], segment.b[1]),
      north: Math.max(segment.a[1], segment.b[1]),
    }))
    .sort((one, other) => one.west - other.west)
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next]!
      if (other.west > one.east) break
      if (other.south > one.north || other.north < one.south) continue
      if (found(one.segment, other.segment) === 'stop') return
    }
  }
}
