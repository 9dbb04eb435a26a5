import { pointInRing, signedRingArea } from '@ambit/geo'
import type { Bbox, LngLat } from '@ambit/geo'

export type Line = readonly LngLat[]
/** Outer ring first, then holes; closed by repeating the first point */
export type Rings = LngLat[][]

const inside = ([west, south, east, north]: Bbox, [x, y]: LngLat): boolean =>
  x >= west && x <= east && y >= south && y <= north

/** The part of a segment inside the box as shares of its length (Liang and Barsky), or null. */
const clipSegment = (box: Bbox, a: LngLat, b: LngLat): readonly [number, number] | null => {
  let [from, to] = [0, 1]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const edges: [number, number][] = [
    [-dx, a[0] - box[0]],
    [dx, box[2] - a[0]],
    [-dy, a[1] - box[1]],
    [dy, box[3] - a[1]],
  ]
  for (const [p, q] of edges) {
    if (p === 0) {
      if (q < 0) return null
      continue
    }
    const share = q / p
    if (p < 0) from = Math.max(from, share)
    else to = Math.min(to, share)
  }
  return from <= to ? [from, to] : null
}

const at = (a: LngLat, b: LngLat, share: number): LngLat =>
  share === 0 ? a : share === 1 ? b : [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]

const clipLine = (box: Bbox, line: Line): LngLat[][] => {
  const parts: LngLat[][] = []
  let part: LngLat[] = []
  const finish = (): void => {
    if (part.length > 1) parts.push(part)
    part = []
  }
  for (let i = 1; i < line.length; i++) {
    const kept = clipSegment(box, line[i - 1], line[i])
    if (kept === null) {
      finish()
      continue
    }
    if (kept[0] > 0) finish()
    if (part.length === 0) part.push(at(line[i - 1], line[i], kept[0]))
    part.push(at(line[i - 1], line[i], kept[1]))
    if (kept[1] < 1) finish()
  }
  finish()
  return parts
}

/** An end that broke off inside the box is led to the nearest edge; one on the edge stays. */
const leadOut = (box: Bbox, end: LngLat): LngLat => {
  const gaps = [end[0] - box[0], end[1] - box[1], box[2] - end[0], box[3] - end[1]]
  const side = gaps.indexOf(Math.min(...gaps))
  return side % 2 === 0 ? [box[side], end[1]] : [end[0], box[side]]
}

/** Where on the box's edge, counter-clockwise from the south-western corner, 0 to 4. */
const alongEdge = ([west, south, east, north]: Bbox, [x, y]: LngLat): number => {
  const [u, v] = [(x - west) / (east - west), (y - south) / (north - south)]
  const away = [Math.abs(v), Math.abs(1 - u), Math.abs(1 - v), Math.abs(u)]
  const side = away.indexOf(Math.min(...away))
  return side + [u, v, 1 - u, 1 - v][side]
}

const corner = ([west, south, east, north]: Bbox, index: number): LngLat =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ][index % 4] as unknown as LngLat

/** The corners passed going counter-clockwise from one place of the edge to another. */
const cornersBetween = (box: Bbox, from: number, to: number): LngLat[] => {
  const end = to > from ? to : to + 4
  const corners: LngLat[] = []
  for (let index = Math.floor(from) + 1; index <= Math.floor(end); index++) {
    if (index > from && index < end) corners.push(corner(box, index))
  }
  return corners
}

/**
 * The rings right of the lines (the sea): along each line backwards, so that the sea is on the left, then
 * counter-clockwise along the edge of the box to where the next line ends.
 */
const seaRings = (box: Bbox, lines: readonly LngLat[][]): Rings => {
  const backwards = lines.map((line) => {
    const points = line.toReversed()
    return { points, start: alongEdge(box, points[0]), end: alongEdge(box, points[points.length - 1]), used: false }
  })
  const rings: Rings = []
  for (const first of backwards) {
    if (first.used) continue
    const ring: LngLat[] = []
    let line = first
    do {
      line.used = true
      ring.push(...line.points)
      const { end } = line
      const ahead = (start: number): number => (start - end + 4) % 4 || 4
      const next = backwards
        .filter((other) => !other.used || other === first)
        .reduce((best, other) => (ahead(other.start) < ahead(best.start) ? other : best), first)
      ring.push(...cornersBetween(box, end, next.start))
      line = next
    } while (line !== first)
    rings.push([...ring, ring[0]])
  }
  return rings
}

/** Sea polygons of a box from its coastlines, which have the land on their left; open lines are cut at the box. */
export const seaPolygons = (open: readonly Line[], closed: readonly Line[], box: Bbox): Rings[] => {
  const lines = open
    .flatMap((line) => clipLine(box, line))
    .map((line) => [leadOut(box, line[0]), ...line, leadOut(box, line[line.length - 1])])
  const whole = closed.filter((ring) => ring.some((point) => inside(box, point)))
  // Land on the left: an island runs counter-clockwise.
  const islands = whole.filter((ring) => signedRingArea(ring) > 0)
  const basins = whole.filter((ring) => signedRingArea(ring) < 0)
  const rings = seaRings(box, lines)
  if (lines.length === 0 && islands.length > 0) {
    rings.push(rectangle(box))
  }
  rings.push(...basins.map((ring) => ring.toReversed()))
  const polygons = rings.map((ring): Rings => [ring])
  for (const island of islands) {
    const around = polygons.find(([outer]) => pointInRing(island[0], outer))
    around?.push([...island])
  }
  return polygons
}

/** The stretches of a side that are sea, as pairs of coordinates along it, low before high. */
const wetStretches = (polygons: readonly Rings[], box: Bbox, side: 0 | 1 | 2 | 3): [number, number][] => {
  const axis = side % 2 === 0 ? 0 : 1
  const along = axis === 0 ? 1 : 0
  const near = (box[axis + 2] - box[axis]) * 1e-9
  const onSide = (point: LngLat): boolean => Math.abs(point[axis] - box[side]) <= near
  return polygons.flatMap(([outer]) =>
    outer.slice(1).flatMap((point, i): [number, number][] => {
      const pair = [outer[i][along], point[along]]
      return onSide(outer[i]) && onSide(point) && pair[0] !== pair[1] ? [[Math.min(...pair), Math.max(...pair)]] : []
    }),
  )
}

/** A side with less sea than this, or with sea in several places, is a harbour that the data happen to cut. */
const OPEN_SEA = 0.2

/**
 * Sea beyond the box, on the sides that face the open sea, so that it does not end where the data do. A side next to
 * such a one continues from their common corner.
 */
export const seaBeyond = (polygons: readonly Rings[], box: Bbox, outer: Bbox): Rings[] => {
  const sides = ([0, 1, 2, 3] as const).map((side) => {
    const [low, high] = side % 2 === 0 ? [box[1], box[3]] : [box[0], box[2]]
    const stretches = wetStretches(polygons, box, side)
    const only = stretches.length === 1 ? stretches[0] : null
    const open = only !== null && only[1] - only[0] >= (high - low) * OPEN_SEA
    // The neighbours at the low and the high end, where the sea goes round the corner.
    const before = only?.[0] === low ? (side % 2 === 0 ? 1 : 0) : null
    const after = only?.[1] === high ? (side % 2 === 0 ? 3 : 2) : null
    return { side, only, open, before, after }
  })
  const goesOn = (side: number | null): boolean => {
    if (side === null) return false
    const { open, before, after } = sides[side]
    return open || [before, after].some((next) => next !== null && sides[next].open)
  }
  return sides.flatMap(({ side, only, before, after }): Rings[] => {
    if (only === null || !goesOn(side)) return []
    const [u, v] = [Math.min(box[side], outer[side]), Math.max(box[side], outer[side])]
    if (side % 2 === 1) return [[rectangle([only[0], u, only[1], v])]]
    // The corners beyond belong to the sides to the west and to the east.
    const south = goesOn(before) ? outer[1] : only[0]
    const north = goesOn(after) ? outer[3] : only[1]
    return [[rectangle([u, south, v, north])]]
  })
}

const rectangle = (box: Bbox): LngLat[] => [0, 1, 2, 3, 0].map((index) => corner(box, index))
