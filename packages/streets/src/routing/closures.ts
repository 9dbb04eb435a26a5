import { nearestOnSegment } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import { visitRings } from './grid.ts'
import type { Network } from './network.ts'
import { pieceOf, snapTo } from './snap.ts'

/** A street that vehicles may not drive: the one nearest to the point, and every one within `reach` metres of there. */
export type Closure = { point: LngLat; reach: number }

/** What a closure means on the map. */
export type ClosedStreets = {
  /** names of the streets, without repeats; nameless ones are left out */
  streets: string[]
  /** the stretches from junction to junction that are closed */
  lines: LngLat[][]
}

/** A point farther than this from any street closes none, metres. */
const SNAP_LIMIT_M = 50

/** The pieces of road that a closure takes away, in ascending order; none where there is no street. */
export const closedPieces = (network: Network, { point, reach }: Closure): number[] => {
  const { pieces, grid } = network
  const snap = snapTo(network, point, SNAP_LIMIT_M)
  if (snap === null) return []
  const found = new Set(snap.at.map(({ piece }) => piece))
  const at = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  if (reach > 0)
    visitRings(
      grid,
      snap.point,
      (i) => {
        if (nearestOnSegment(snap.point, at(i), at(i + 1)).distance <= reach) found.add(pieceOf(pieces.pointStart, i))
      },
      (metres) => metres > reach,
    )
  return [...found].toSorted((a, b) => a - b)
}

export const drawPieces = ({ pieces, names }: Network, closed: readonly number[]): ClosedStreets => ({
  streets: [...new Set(closed.map((piece) => names[pieces.name[piece]]))].filter((name) => name !== ''),
  lines: closed.map((piece) => {
    const [first, end] = [pieces.pointStart[piece], pieces.pointStart[piece + 1]]
    return Array.from({ length: end - first }, (_, i): LngLat => {
      const at = 2 * (first + i)
      return [pieces.points[at] / 1e7, pieces.points[at + 1] / 1e7]
    })
  }),
})
