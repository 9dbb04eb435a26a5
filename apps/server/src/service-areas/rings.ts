import { pointInRing, signedRingArea } from '@ambit/geo'
import type { FieldError } from '../http/errors.ts'

type Position = [number, number]
export type RingList = Position[][]

/** Every ring ends where it starts. */
export const closeRings = (rings: RingList): RingList =>
  rings.map((ring) => {
    const [first] = ring
    const last = ring.at(-1)
    if (first === undefined || last === undefined) return ring
    return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, [first[0], first[1]]]
  })

/**
 * What is wrong with closed rings, one entry per ring: too few corners, no area, lines that cross, a hole outside.
 * Points to `/coordinates/<ring>`.
 */
export const ringErrors = (rings: RingList): FieldError[] => {
  const errors: FieldError[] = []
  for (const [index, ring] of rings.entries()) {
    const detail = ringError(ring) ?? (index === 0 ? null : holeError(ring, rings[0]!)) // the outline comes first
    if (detail !== null) errors.push({ pointer: `/coordinates/${index}`, title: 'Service area', detail })
  }
  return errors
}

const ringError = (ring: RingList[number]): string | null => {
  if (new Set(ring.map(String)).size < 3) return 'An area needs at least three different corners'
  if (Math.abs(signedRingArea(ring)) < 1e-12) return 'These corners enclose no area'
  return crossesItself(ring) ? 'The lines of this area cross each other' : null
}

const holeError = (hole: RingList[number], outline: RingList[number]): string | null =>
  hole.every((corner) => pointInRing(corner, outline) || outline.some((point) => String(point) === String(corner)))
    ? null
    : 'This hole lies outside of the area'

/**
 * Do two edges of a closed ring meet anywhere but at the corner that neighbours share? Edges sorted by their western
 * end, so that only those whose boxes overlap are compared.
 */
const crossesItself = (ring: RingList[number]): boolean => {
  const corners = ring.filter((corner, index) => index === 0 || String(corner) !== String(ring[index - 1]))
  const count = corners.length - 1
  const edges = Array.from({ length: count }, (_, index) => {
    const from = corners[index]! // count is one less than the corners
    const to = corners[index + 1]!
    return { index, from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) }
  }).sort((a, b) => a.west - b.west)
  for (const [at, edge] of edges.entries()) {
    for (let next = at + 1; next < edges.length; next += 1) {
      const other = edges[next]!
      if (other.west > edge.east) break
      const apart = Math.abs(edge.index - other.index)
      if (apart === 1 || apart === count - 1) {
        if (foldsBack(edge, other)) return true
      } else if (meet(edge.from, edge.to, other.from, other.to)) return true
    }
  }
  return false
}

type Edge = { from: Position; to: Position }

const side = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const within = (a: Position, b: Position, point: Position): boolean =>
  Math.min(a[0], b[0]) <= point[0] &&
  point[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= point[1] &&
  point[1] <= Math.max(a[1], b[1])

const meet = (a: Position, b: Position, c: Position, d: Position): boolean => {
  const sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)] as const
  if (sides[0] !== sides[1] && sides[2] !== sides[3]) return true
  return (
    (sides[0] === 0 && within(a, b, c)) ||
    (sides[1] === 0 && within(a, b, d)) ||
    (sides[2] === 0 && within(c, d, a)) ||
    (sides[3] === 0 && within(c, d, b))
  )
}

/** Two neighbours that lie on one line and run back over each other. */
const foldsBack = (one: Edge, other: Edge): boolean => {
  const shared = String(one.to) === String(other.from) ? [one.from, one.to, other.to] : [other.from, other.to, one.to]
  const [before, corner, after] = shared
  if (before === undefined || corner === undefined || after === undefined) return false
  if (side(before, corner, after) !== 0) return false
  const dot = (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (after[1] - corner[1])
  return dot < 0
}
