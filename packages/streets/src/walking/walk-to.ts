import { flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { FootGraph } from './foot-graph.ts'
import { UNREACHED } from './reach.ts'
import type { Reach, Start } from './reach.ts'

/** Starts by the piece that they lie on: a walk on the same piece need not pass a junction. */
export const startsByPiece = (starts: readonly Start[]): Map<number, Start[]> => {
  const byPiece = new Map<number, Start[]>()
  for (const start of starts) {
    const there = byPiece.get(start.piece)
    if (there === undefined) byPiece.set(start.piece, [start])
    else there.push(start)
  }
  return byPiece
}

/**
 * Metres on foot from a place on a piece to the start that is nearest along the paths, once a walk has been made;
 * Infinity beyond its limit. No walk is shorter than the straight line from door to stop, however far off the path the
 * house lies, as in searches.
 */
export const createWalkTo =
  ({ network, endA, endB }: FootGraph, { cm, origin }: Reach) =>
  (
    piece: number,
    share: number,
    door: LngLat,
    byPiece: ReadonlyMap<number, readonly Start[]>,
    pointOf: (origin: number) => LngLat,
  ): number => {
    const length = network.pieces.lengthCm[piece]
    const [a, b] = [endA[piece], endB[piece]]
    let best = cm[a] + length * share
    let from = origin[a]
    const other = cm[b] + length * (1 - share)
    if (other < best) {
      best = other
      from = origin[b]
    }
    for (const start of byPiece.get(piece) ?? []) {
      const direct = Math.abs(start.share - share) * length
      if (direct >= best) continue
      best = direct
      from = start.origin
    }
    return best >= UNREACHED ? Infinity : Math.max(best / 100, flatDistance(door, pointOf(from)))
  }
