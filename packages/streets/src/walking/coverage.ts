import type { LngLat } from '@ambit/geo'
import type { Doors } from './doors.ts'
import { footingsOf } from './foot-graph.ts'
import type { FootGraph } from './foot-graph.ts'
import { createReach } from './reach.ts'
import type { Start } from './reach.ts'
import type { Steps } from './steps.ts'
import { createWalkTo, startsByPiece } from './walk-to.ts'

/** What walking needs to know of the houses, by row. */
export type Houses = { doors: Doors; at: (house: number) => LngLat }

/** Junctions, houses and stops in a step of a few milliseconds */
const JUNCTIONS = 8000
const HOUSES = 500
const STOPS = 200

/** By house, in the order asked: metres on foot to the nearest stop, Infinity beyond the limit. */
export function* walkToStops(
  graph: FootGraph,
  { doors, at }: Houses,
  houses: Int32Array,
  stops: readonly LngLat[],
  limit: number,
): Steps<Float64Array> {
  const starts: Start[] = []
  for (let i = 0; i < stops.length; i++) {
    for (const footing of footingsOf(graph, stops[i])) starts.push({ ...footing, origin: i })
    if (i % STOPS === STOPS - 1) yield
  }
  // Memory of its own: another question may be asked between two steps.
  const reach = createReach(graph)
  reach.begin(starts, Math.ceil(limit * 100))
  while (!reach.advance(JUNCTIONS)) yield
  const byPiece = startsByPiece(starts)
  const walkTo = createWalkTo(graph, reach)
  const pointOf = (stop: number): LngLat => stops[stop]
  const metres = new Float64Array(houses.length).fill(Infinity)
  for (let i = 0; i < houses.length; i++) {
    const piece = doors.piece(houses[i])
    if (piece >= 0) {
      const walk = walkTo(piece, doors.share(houses[i]), at(houses[i]), byPiece, pointOf)
      metres[i] = walk <= limit ? walk : Infinity
    }
    if (i % HOUSES === HOUSES - 1) yield
  }
  return metres
}
