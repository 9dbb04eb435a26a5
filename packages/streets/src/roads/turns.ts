import { PIECE_DESTINATION, PIECE_ROUNDABOUT, SIGNAL_MS, arcHead, reverseArc } from './pieces.ts'
import type { Pieces } from './pieces.ts'

/** Turning round at a dead end */
export const U_TURN_MS = 12_000
/** Waiting for a gap when a minor road meets a major one */
const YIELD_MS = 3000
/** Entering a road that is open to those with business there only: through traffic goes round it. */
const DESTINATION_MS = 20_000

const heading = (pieces: Pieces, piece: number, a: number, b: number): number => {
  const base = pieces.pointStart[piece]
  const squeeze = Math.cos((pieces.points[2 * base + 1] / 1e7) * (Math.PI / 180))
  return Math.atan2(
    (pieces.points[2 * b] - pieces.points[2 * a]) * squeeze,
    pieces.points[2 * b + 1] - pieces.points[2 * a + 1],
  )
}

/** Direction of an arc in radians where it leaves its tail, and where it arrives at its head. */
const headingOut = (pieces: Pieces, arc: number): number => {
  const piece = arc >> 1
  const [first, last] = [pieces.pointStart[piece], pieces.pointStart[piece + 1] - 1]
  return (arc & 1) === 0 ? heading(pieces, piece, first, first + 1) : heading(pieces, piece, last, last - 1)
}
const headingIn = (pieces: Pieces, arc: number): number => {
  const piece = arc >> 1
  const [first, last] = [pieces.pointStart[piece], pieces.pointStart[piece + 1] - 1]
  return (arc & 1) === 0 ? heading(pieces, piece, last - 1, last) : heading(pieces, piece, first + 1, first)
}

/** Time lost by braking and turning, in ms, by how far the wheel goes round. */
const angleMs = (radians: number): number => {
  const degrees = (Math.abs(radians) * 180) / Math.PI
  if (degrees < 25) return 0
  if (degrees < 60) return 1500
  if (degrees < 120) return 3500
  return 6000
}

/**
 * Time that a service vehicle loses between two arcs that meet, in ms. Where only two pieces meet the road merely
 * continues; on a roundabout the bend is not a turn; at lights the wait replaces the search for a gap.
 */
export const turnMs = (pieces: Pieces, from: number, to: number, degree: number): number => {
  if (to === reverseArc(from)) return U_TURN_MS
  const [a, b] = [from >> 1, to >> 1]
  const entersDestination = (pieces.flags[b] & ~pieces.flags[a] & PIECE_DESTINATION) !== 0 ? DESTINATION_MS : 0
  const lights = pieces.signals[arcHead(pieces, from)] !== 0
  const wait = lights ? SIGNAL_MS : 0
  if (degree <= 2) return wait + entersDestination
  if ((pieces.flags[a] & pieces.flags[b] & PIECE_ROUNDABOUT) !== 0) return entersDestination
  const raw = headingOut(pieces, to) - headingIn(pieces, from)
  const angle = Math.atan2(Math.sin(raw), Math.cos(raw))
  const yields = !lights && pieces.rank[b] > pieces.rank[a] && pieces.rank[b] >= 3 ? YIELD_MS : 0
  return wait + angleMs(angle) + yields + entersDestination
}
