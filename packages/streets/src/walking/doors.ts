import type { LngLat } from '@ambit/geo'
import { footingsOf } from './foot-graph.ts'
import type { FootGraph } from './foot-graph.ts'

/**
 * Where the people of each house set foot on a path. Found when it is first asked for, and kept for as long as the data
 * set is open: a house stays where it is.
 */
export type Doors = {
  /** The piece that the house's people step out on; -1 where no path is near */
  piece: (house: number) => number
  share: (house: number) => number
}

const NOT_ASKED = -2
const NO_PATH = -1

export const createDoors = (graph: FootGraph, count: number, houseAt: (house: number) => LngLat): Doors => {
  const pieces = new Int32Array(count).fill(NOT_ASKED)
  const shares = new Float32Array(count)
  const find = (house: number): void => {
    const [footing] = footingsOf(graph, houseAt(house))
    pieces[house] = footing?.piece ?? NO_PATH
    shares[house] = footing?.share ?? 0
  }
  return {
    piece: (house) => {
      if (pieces[house] === NOT_ASKED) find(house)
      return pieces[house]
    },
    share: (house) => shares[house],
  }
}
