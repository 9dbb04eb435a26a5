import { flatDistance, nearestOnSegment } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import { METRES_PER_UNIT, visitRings } from './grid.ts'
import type { Network } from './network.ts'

/** A place on a piece of road: `share` 0 at its first point, 1 at its last. */
export type OnPiece = { piece: number; share: number }

/**
 * A place on the road network nearest to a given point. `at` names the same place on each road that passes through it
 * (one in the middle of a street, several at a junction); it belongs to the data set that answered and to no other.
 */
export type Snap = {
  point: LngLat
  /** Metres from the given point */
  distance: number
  /** On which side of the road, seen along its points, the given point lies */
  side: 'left' | 'right' | 'on'
  at: readonly OnPiece[]
}

/** Roads this near to the nearest place pass through it: coordinates are to the centimetre, drawing is not. */
const SAME_PLACE_M = 1.5
const MOST_PIECES = 6
const ON_ROAD_M = 0.5

type Hit = { piece: number; segment: number; share: number; distance: number; point: LngLat }

/** The piece that a point (by its number in `Pieces`) belongs to. */
export const pieceOf = (pointStart: Int32Array, point: number): number => {
  let low = 0
  let high = pointStart.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (pointStart[middle] <= point) low = middle
    else high = middle
  }
  return low
}

const shareAlong = ({ pieces }: Network, hit: Hit): number => {
  const at = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  let before = 0
  let total = 0
  for (let i = pieces.pointStart[hit.piece]; i < pieces.pointStart[hit.piece + 1] - 1; i++) {
    const length = flatDistance(at(i), at(i + 1))
    if (i < hit.segment) before += length
    if (i === hit.segment) before += length * hit.share
    total += length
  }
  return total === 0 ? 0 : Math.min(1, before / total)
}

const sideOf = ({ pieces }: Network, asked: LngLat, hit: Hit): Snap['side'] => {
  if (hit.distance < ON_ROAD_M) return 'on'
  const i = hit.segment
  const cross =
    (pieces.points[2 * i + 2] - pieces.points[2 * i]) * (asked[1] * 1e7 - pieces.points[2 * i + 1]) -
    (pieces.points[2 * i + 3] - pieces.points[2 * i + 1]) * (asked[0] * 1e7 - pieces.points[2 * i])
  return cross > 0 ? 'left' : 'right'
}

/** The nearest place on the network within `limit` metres of the point, or null. */
export const snapTo = (network: Network, asked: LngLat, limit: number): Snap | null => {
  const { pieces, grid } = network
  const squeeze = Math.cos((asked[1] * Math.PI) / 180)
  const [x, y] = [asked[0] * 1e7, asked[1] * 1e7]
  let best = limit / METRES_PER_UNIT
  const [hits, distances] = [new Array<number>(), new Array<number>()]
  // Squared distances in units of 10⁻⁷ degrees of latitude first: most segments are thrown out by this alone.
  const slack = SAME_PLACE_M / METRES_PER_UNIT
  visitRings(
    grid,
    asked,
    (i) => {
      const ax = (pieces.points[2 * i] - x) * squeeze
      const ay = pieces.points[2 * i + 1] - y
      const dx = (pieces.points[2 * i + 2] - x) * squeeze - ax
      const dy = pieces.points[2 * i + 3] - y - ay
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
      const distance = Math.hypot(ax + dx * share, ay + dy * share)
      if (distance > best + slack) return
      hits.push(i)
      distances.push(distance)
      if (distance < best) best = distance
    },
    (metres) => best * METRES_PER_UNIT <= metres - SAME_PLACE_M || metres > limit + SAME_PLACE_M,
  )
  if (hits.length === 0) return null

  const at = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  const exact = hits
    .filter((_, k) => distances[k] <= best + slack)
    .map((segment): Hit => {
      const hit = nearestOnSegment(asked, at(segment), at(segment + 1))
      return { ...hit, segment, piece: pieceOf(pieces.pointStart, segment) }
    })
    .toSorted((a, b) => a.distance - b.distance || a.segment - b.segment)
  const nearest = exact[0]
  if (nearest.distance > limit) return null
  const chosen: Hit[] = []
  for (const hit of exact) {
    if (chosen.length === MOST_PIECES || hit.distance > nearest.distance + SAME_PLACE_M) break
    const elsewhere = flatDistance(hit.point, nearest.point) > SAME_PLACE_M
    if (!elsewhere && chosen.every((other) => other.piece !== hit.piece)) chosen.push(hit)
  }
  return {
    point: nearest.point,
    distance: nearest.distance,
    side: sideOf(network, asked, nearest),
    at: chosen.map((hit) => ({ piece: hit.piece, share: shareAlong(network, hit) })),
  }
}
