import { nearestOnSegment } from './line.ts'
import { flatDistance, METRES_PER_DEGREE } from './point.ts'
import type { Bbox, LngLat } from './point.ts'
import type { Polygon } from './polygon.ts'

/** A polygon prepared for many questions: its edges lie in bands of latitude, so that each question looks at few. */
export type PolygonIndex = {
  bbox: Bbox
  /** Inside the outline and in none of the holes; a point exactly on an edge may fall to either side. */
  contains: (point: LngLat) => boolean
  /** Where the segment a-b meets an edge, as shares of its length (0 at a, 1 at b), in no order. */
  crossings: (a: LngLat, b: LngLat) => number[]
  /** Metres from the point to the nearest edge, or Infinity when none is within `limit` metres. */
  toEdge: (point: LngLat, limit: number) => number
  eachEdge: (visit: (x1: number, y1: number, x2: number, y2: number) => void) => void
}

const EDGES_PER_BAND = 4
const MOST_BANDS = 4096

type Edges = { count: number; at: Float64Array; bbox: Bbox }

const edgesOf = (polygon: Polygon): Edges => {
  const flat: number[] = []
  for (const ring of polygon) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [from, to] = [ring[j]!, ring[i]!]
      if (from[0] !== to[0] || from[1] !== to[1]) flat.push(from[0], from[1], to[0], to[1])
    }
  }
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < flat.length; i += 2) {
    west = Math.min(west, flat[i]!)
    east = Math.max(east, flat[i]!)
    south = Math.min(south, flat[i + 1]!)
    north = Math.max(north, flat[i + 1]!)
  }
  return { count: flat.length / 4, at: Float64Array.from(flat), bbox: [west, south, east, north] }
}

/** Edges by bands of latitude: those of band b are items start[b] to start[b + 1]. An edge stands in every band it touches. */
const bandsOf = ({ count, at, bbox: [, south, , north] }: Edges) => {
  const bands = Math.min(MOST_BANDS, Math.max(1, Math.ceil(count / EDGES_PER_BAND)))
  const perDegree = count === 0 || north === south ? 0 : bands / (north - south)
  const bandOf = (lat: number): number => Math.min(bands - 1, Math.max(0, Math.floor((lat - south) * perDegree)))
  const lowest = (edge: number): number => bandOf(Math.min(at[edge * 4 + 1]!, at[edge * 4 + 3]!))
  const highest = (edge: number): number => bandOf(Math.max(at[edge * 4 + 1]!, at[edge * 4 + 3]!))
  const start = new Int32Array(bands + 1)
  for (let edge = 0; edge < count; edge++) {
    for (let band = lowest(edge); band <= highest(edge); band++) start[band + 1]!++
  }
  for (let band = 0; band < bands; band++) start[band + 1]! += start[band]!
  const next = start.slice()
  const items = new Int32Array(start[bands]!)
  for (let edge = 0; edge < count; edge++) {
    for (let band = lowest(edge); band <= highest(edge); band++) items[next[band]!++] = edge
  }
  return { start, items, bandOf, lowest }
}

export const indexPolygon = (polygon: Polygon): PolygonIndex => {
  const edges = edgesOf(polygon)
  const { count, at, bbox } = edges
  const [south, north] = [bbox[1], bbox[3]]
  const { start, items, bandOf, lowest } = bandsOf(edges)

  const contains = ([x, y]: LngLat): boolean => {
    if (x < bbox[0] || x > bbox[2] || y < south || y > north) return false
    const band = bandOf(y)
    let inside = false
    for (let i = start[band]!; i < start[band + 1]!; i++) {
      const e = items[i]! * 4
      const [x1, y1, x2, y2] = [at[e]!, at[e + 1]!, at[e + 2]!, at[e + 3]!]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
    return inside
  }

  /** Each edge that lies in a band between the two latitudes, once. */
  const eachBetween = (low: number, high: number, visit: (x1: number, y1: number, x2: number, y2: number) => void) => {
    if (count === 0 || high < south || low > north) return
    const [first, last] = [bandOf(low), bandOf(high)]
    for (let band = first; band <= last; band++) {
      for (let i = start[band]!; i < start[band + 1]!; i++) {
        const edge = items[i]!
        // An edge stands in several bands: it is looked at in the first of them that the question touches.
        if (band > first && lowest(edge) < band) continue
        visit(at[edge * 4]!, at[edge * 4 + 1]!, at[edge * 4 + 2]!, at[edge * 4 + 3]!)
      }
    }
  }

  const crossings = (a: LngLat, b: LngLat): number[] => {
    const found: number[] = []
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const [low, high] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]]
    const [west, east] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]]
    if (east < bbox[0] || west > bbox[2]) return found
    eachBetween(low, high, (x1, y1, x2, y2) => {
      if ((x1 < west && x2 < west) || (x1 > east && x2 > east)) return
      const cross = dx * (y2 - y1) - dy * (x2 - x1)
      if (cross === 0) return
      const share = ((x1 - a[0]) * (y2 - y1) - (y1 - a[1]) * (x2 - x1)) / cross
      const along = ((x1 - a[0]) * dy - (y1 - a[1]) * dx) / cross
      if (share >= 0 && share <= 1 && along >= 0 && along <= 1) found.push(share)
    })
    return found
  }

  const toEdge = (point: LngLat, limit: number): number => {
    const reach = limit / METRES_PER_DEGREE
    let best = Infinity
    eachBetween(point[1] - reach, point[1] + reach, (x1, y1, x2, y2) => {
      best = Math.min(best, nearestOnSegment(point, [x1, y1], [x2, y2]).distance)
    })
    return best <= limit ? best : Infinity
  }

  const eachEdge: PolygonIndex['eachEdge'] = (visit) => {
    for (let e = 0; e < count * 4; e += 4) visit(at[e]!, at[e + 1]!, at[e + 2]!, at[e + 3]!)
  }

  return { bbox, contains, crossings, toEdge, eachEdge }
}

/** Metres of the segment a-b that lie inside at least one of the polygons. */
export const lengthInside = (a: LngLat, b: LngLat, polygons: readonly PolygonIndex[]): number => {
  const shares = [0, 1]
  for (const polygon of polygons) shares.push(...polygon.crossings(a, b))
  shares.sort((one, other) => one - other)
  let inside = 0
  for (let i = 1; i < shares.length; i++) {
    const [from, to] = [shares[i - 1]!, shares[i]!]
    if (to === from) continue
    const middle = (from + to) / 2
    const point: LngLat = [a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle]
    if (polygons.some((polygon) => polygon.contains(point))) inside += to - from
  }
  return inside === 0 ? 0 : inside * flatDistance(a, b)
}
