import { contract } from '../hierarchy/contract.ts'
import type { Hierarchy } from '../hierarchy/packed.ts'
import type { RoadGraph } from '../roads/build.ts'
import { PIECE_ROUNDABOUT } from '../roads/pieces.ts'
import { readFlat, writeFlat } from '../store/flat.ts'
import { buildGrid } from './grid.ts'
import type { Grid } from './grid.ts'

/** What is kept of the pieces once the graph is built. See `Pieces` for the meaning of each. */
export type NetworkPieces = {
  count: number
  pointStart: Int32Array
  points: Int32Array
  lengthCm: Int32Array
  arcMs: Int32Array
  name: Int32Array
  /** 1: part of a roundabout; all 0 in a set that was imported before this was kept */
  roundabout: Uint8Array
}

/** A road network of one profile, ready to be searched: what a street data set holds of it. */
export type Network = {
  pieces: NetworkPieces
  exitStart: Int32Array
  exitState: Int32Array
  exitMs: Int32Array
  entryStart: Int32Array
  entryState: Int32Array
  hierarchy: Hierarchy
  grid: Grid
  names: readonly string[]
}

type Lists = Pick<Network, 'exitStart' | 'entryStart'> & { arcMs: Int32Array }

/** May trips start and end on the arc? Only if it can be reached from the connected network, and left for it. */
export const arcUsable = (lists: Lists, arc: number): boolean =>
  lists.arcMs[arc] >= 0 &&
  lists.exitStart[arc + 1] > lists.exitStart[arc] &&
  lists.entryStart[arc + 1] > lists.entryStart[arc]

export const prepareNetwork = (
  graph: RoadGraph,
  names: readonly string[],
  onProgress?: (share: number) => void,
): Network => {
  const { pieces, links } = graph
  const { renumber, hierarchy } = contract(links, onProgress)
  const lists = { exitStart: links.exitStart, entryStart: links.entryStart, arcMs: pieces.arcMs }
  const { count, pointStart, points, lengthCm, arcMs, name } = pieces
  const roundabout = pieces.flags.map((flags) => flags & PIECE_ROUNDABOUT)
  return {
    pieces: { count, pointStart, points, lengthCm, arcMs, name, roundabout },
    exitStart: links.exitStart,
    exitState: links.exitState.map((state) => renumber[state]),
    exitMs: links.exitMs,
    entryStart: links.entryStart,
    entryState: links.entryState.map((state) => renumber[state]),
    hierarchy,
    grid: buildGrid(pieces, (piece) => arcUsable(lists, piece * 2) || arcUsable(lists, piece * 2 + 1)),
    names,
  }
}

export const writeNetwork = async (file: string, network: Network): Promise<void> => {
  const { pieces, hierarchy, grid, names } = network
  const { start, items, ...plan } = grid
  const { count, ...pieceArrays } = pieces
  const { states, ...hierarchyArrays } = hierarchy
  const { exitStart, exitState, exitMs, entryStart, entryState } = network
  await writeFlat(
    file,
    { count, states, plan, names },
    {
      ...pieceArrays,
      ...hierarchyArrays,
      exitStart,
      exitState,
      exitMs,
      entryStart,
      entryState,
      gridStart: start,
      gridItems: items,
    },
  )
}

/** The numbers beside the arrays, as `writeNetwork` put them. */
type Meta = { count: number; states: number; plan: Omit<Grid, 'start' | 'items'>; names: string[] }

export const readNetwork = async (file: string): Promise<Network> => {
  const { meta, int32, uint8, has } = await readFlat(file)
  // The cast: `readFlat` accepts only whole files of `writeFlat`, and this name only `writeNetwork` uses.
  const { count, states, plan, names } = meta as Meta
  return {
    pieces: {
      count,
      pointStart: int32('pointStart'),
      points: int32('points'),
      lengthCm: int32('lengthCm'),
      arcMs: int32('arcMs'),
      name: int32('name'),
      roundabout: has('roundabout') ? uint8('roundabout') : new Uint8Array(count),
    },
    exitStart: int32('exitStart'),
    exitState: int32('exitState'),
    exitMs: int32('exitMs'),
    entryStart: int32('entryStart'),
    entryState: int32('entryState'),
    hierarchy: {
      states,
      start: int32('start'),
      edges: int32('edges'),
      cm: int32('cm'),
      halves: int32('halves'),
    },
    grid: { ...plan, start: int32('gridStart'), items: int32('gridItems') },
    names,
  }
}
