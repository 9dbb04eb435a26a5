import type { LngLat } from '@ambit/geo'
import { groupByRow } from '../roads/csr.ts'
import { arcUsable } from '../routing/network.ts'
import type { Network } from '../routing/network.ts'
import { snapTo } from '../routing/snap.ts'

/** The ways on foot as junctions joined by pieces, walked either way. */
export type FootGraph = {
  network: Network
  /** The junction at either end of a piece, -1 for a piece that is not walkable */
  endA: Int32Array
  endB: Int32Array
  /** The pieces that meet at junction j: `items[start[j]]`... */
  start: Int32Array
  items: Int32Array
  states: number
}

/** A place on a piece, and how far the given point lies from it in metres. */
export type Footing = { piece: number; share: number; point: LngLat }

/** Farther than this from any path there is nothing to walk on, as for searches. */
const SNAP_LIMIT_M = 1000

export const openFootGraph = (network: Network): FootGraph => {
  const { pieces, exitStart, exitState, entryStart, entryState, hierarchy } = network
  const lists = { exitStart, entryStart, arcMs: pieces.arcMs }
  const [endA, endB] = [new Int32Array(pieces.count).fill(-1), new Int32Array(pieces.count).fill(-1)]
  for (let piece = 0; piece < pieces.count; piece++) {
    const [along, against] = [piece * 2, piece * 2 + 1]
    // Each arc on foot has one entry and one exit: the junctions at its ends.
    if (arcUsable(lists, along)) {
      endA[piece] = entryState[entryStart[along]]
      endB[piece] = exitState[exitStart[along]]
    } else if (arcUsable(lists, against)) {
      endA[piece] = exitState[exitStart[against]]
      endB[piece] = entryState[entryStart[against]]
    }
  }
  const ends = new Int32Array(pieces.count * 2)
  ends.set(endA)
  ends.set(endB, pieces.count)
  const rows = groupByRow(hierarchy.states, ends)
  const items = rows.items.map((item) => (item < pieces.count ? item : item - pieces.count))
  return { network, endA, endB, start: rows.start, items, states: hierarchy.states }
}

/** Where a walk from the point begins; one place for each path that passes there. */
export const footingsOf = ({ network, endA }: FootGraph, point: LngLat): Footing[] => {
  const snap = snapTo(network, point, SNAP_LIMIT_M)
  if (snap === null) return []
  return snap.at.filter(({ piece }) => endA[piece] >= 0).map((at) => ({ ...at, point: snap.point }))
}
