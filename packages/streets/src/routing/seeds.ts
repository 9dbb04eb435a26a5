import type { Seed } from '../hierarchy/search.ts'
import { arcUsable } from './network.ts'
import type { Network } from './network.ts'
import type { OnPiece, Snap } from './snap.ts'

/** A drive within one piece, from one place on it to another further along the arc. Shares of the arc, 0 to 1. */
export type Direct = { arc: number; from: number; to: number; ms: number; cm: number }

/** How far along the arc the place lies, 0 to 1. */
const along = (arc: number, share: number): number => ((arc & 1) === 0 ? share : 1 - share)

/**
 * Where searches begin and end for a place in the middle of a road. A vehicle on a closed piece may drive off it; none
 * drives onto one, so a place there is not reached.
 */
export const createSeeds = (network: Network, closed: ReadonlySet<number>) => {
  const { pieces } = network
  const lists = { exitStart: network.exitStart, entryStart: network.entryStart, arcMs: pieces.arcMs }

  const eachArc = (at: readonly OnPiece[], visit: (arc: number, share: number) => void): void => {
    for (const { piece, share } of at) {
      for (let arc = piece * 2; arc <= piece * 2 + 1; arc++) if (arcUsable(lists, arc)) visit(arc, along(arc, share))
    }
  }

  /** Leaving a place: the rest of its arc, then each way on from there. */
  const leaving = (place: Snap): Seed[] => {
    const seeds: Seed[] = []
    eachArc(place.at, (arc, share) => {
      const ms = Math.round(pieces.arcMs[arc] * (1 - share))
      const cm = Math.round(pieces.lengthCm[arc >> 1] * (1 - share))
      for (let i = network.exitStart[arc]; i < network.exitStart[arc + 1]; i++) {
        seeds.push({ state: network.exitState[i], ms: ms + network.exitMs[i], cm, arc })
      }
    })
    return seeds
  }

  /** Reaching a place: its arc is entered, and driven up to the place. */
  const reaching = (place: Snap): Seed[] => {
    const seeds: Seed[] = []
    const open = closed.size === 0 ? place.at : place.at.filter(({ piece }) => !closed.has(piece))
    eachArc(open, (arc, share) => {
      const ms = Math.round(pieces.arcMs[arc] * share)
      const cm = Math.round(pieces.lengthCm[arc >> 1] * share)
      for (let i = network.entryStart[arc]; i < network.entryStart[arc + 1]; i++) {
        seeds.push({ state: network.entryState[i], ms, cm, arc })
      }
    })
    return seeds
  }

  const directOn = (from: OnPiece, to: OnPiece): Direct | null => {
    let best: Direct | null = null
    for (let arc = from.piece * 2; arc <= from.piece * 2 + 1; arc++) {
      const [a, b] = [along(arc, from.share), along(arc, to.share)]
      if (b < a || !arcUsable(lists, arc) || (b > a && closed.has(from.piece))) continue
      const ms = Math.round(pieces.arcMs[arc] * (b - a))
      const cm = Math.round(pieces.lengthCm[arc >> 1] * (b - a))
      if (best === null || ms < best.ms) best = { arc, from: a, to: b, ms, cm }
    }
    return best
  }

  /** The fastest drive between places on the same piece, if the second lies ahead of the first. */
  const direct = (from: Snap, to: Snap): Direct | null => {
    let best: Direct | null = null
    for (const a of from.at) {
      for (const b of to.at) {
        const found = a.piece === b.piece ? directOn(a, b) : null
        if (found !== null && (best === null || found.ms < best.ms)) best = found
      }
    }
    return best
  }

  return { leaving, reaching, direct }
}

export type Seeds = ReturnType<typeof createSeeds>
