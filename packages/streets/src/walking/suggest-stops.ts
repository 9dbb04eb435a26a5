import type { LngLat, PolygonIndex } from '@ambit/geo'
import { createQueue } from '../hierarchy/queue.ts'
import { groupByRow } from '../roads/csr.ts'
import type { Network } from '../routing/network.ts'
import { findCandidates } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { walkToStops } from './coverage.ts'
import type { Houses } from './coverage.ts'
import type { FootGraph } from './foot-graph.ts'
import { createReach } from './reach.ts'
import type { Steps } from './steps.ts'
import { createWalkTo } from './walk-to.ts'

export type Suggested = Candidate & {
  /** Houses that were out of reach before this stop */
  houses: number
}
export type Suggestions = { stops: Suggested[]; left: number }

export type SuggestQuestion = {
  areas: readonly PolygonIndex[]
  areaM2: number
  /** The houses of the areas */
  houses: Int32Array
  stops: readonly LngLat[]
  walkM: number
  limit: number
}

const CANDIDATES = 20
const CHOICES = 200

/** What each candidate would serve: positions in the list of houses. */
function* servedBy(
  graph: FootGraph,
  { doors, at }: Houses,
  open: Int32Array,
  candidates: readonly Candidate[],
  walkM: number,
): Steps<Int32Array[]> {
  const pieceOf = open.map((house) => doors.piece(house))
  const byPiece = groupByRow(graph.network.pieces.count, pieceOf)
  const seen = new Int32Array(graph.network.pieces.count).fill(-1)
  const reach = createReach(graph)
  const walkTo = createWalkTo(graph, reach)
  const served: Int32Array[] = []
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const start = { ...candidates[candidate], origin: 0 }
    const starts = new Map([[start.piece, [start]]])
    const pointOf = (): LngLat => start.point
    const houses: number[] = []
    const visit = (piece: number): void => {
      if (seen[piece] === candidate) return
      seen[piece] = candidate
      for (let i = byPiece.start[piece]; i < byPiece.start[piece + 1]; i++) {
        const house = open[byPiece.items[i]]
        if (walkTo(piece, doors.share(house), at(house), starts, pointOf) <= walkM) houses.push(byPiece.items[i])
      }
    }
    reach.begin([start], Math.ceil(walkM * 100))
    reach.advance(Infinity)
    visit(start.piece)
    for (const junction of reach.touched) {
      for (let i = graph.start[junction]; i < graph.start[junction + 1]; i++) visit(graph.items[i])
    }
    served.push(Int32Array.from(houses))
    if (candidate % CANDIDATES === CANDIDATES - 1) yield
  }
  return served
}

/**
 * The greedy cover: again and again the candidate that brings most of the houses still left. What a candidate brings
 * only ever falls, so that one whose recounted gain still beats the others' old ones is the best (lazy greedy:
 * Minoux 1978; CELF: Leskovec and others 2007). Greedy choices serve at least 63 % of what the best ones would
 * (Nemhauser, Wolsey and Fisher 1978).
 */
function* chooseGreedily(served: readonly Int32Array[], houses: number, limit: number): Steps<[number, number][]> {
  const reached = new Uint8Array(houses)
  const most = served.reduce((best, list) => Math.max(best, list.length), 0)
  const queue = createQueue(served.length)
  const push = (candidate: number, gain: number): void => {
    if (gain > 0) queue.push(candidate, most - gain)
  }
  served.forEach((list, candidate) => push(candidate, list.length))
  const chosen: [number, number][] = []
  for (let turn = 1; chosen.length < limit && queue.topKey() < Infinity; turn++) {
    const candidate = queue.pop()
    const gain = served[candidate].reduce((sum, house) => sum + 1 - reached[house], 0)
    if (gain > 0 && most - gain <= queue.topKey()) {
      for (const house of served[candidate]) reached[house] = 1
      chosen.push([candidate, gain])
    } else push(candidate, gain)
    if (turn % CHOICES === 0) yield
  }
  return chosen
}

/** Stops that would bring the houses which no stop is near yet within a walk, the best one first. */
export function* suggestStops(
  graph: FootGraph,
  car: Network,
  world: Houses,
  { areas, areaM2, houses, stops, walkM, limit }: SuggestQuestion,
): Steps<Suggestions> {
  const walks = yield* walkToStops(graph, world, houses, stops, walkM)
  const open = houses.filter((_, i) => walks[i] === Infinity)
  if (open.length === 0) return { stops: [], left: 0 }
  const candidates = yield* findCandidates(graph, car, areas, areaM2, walkM)
  const served = yield* servedBy(graph, world, open, candidates, walkM)
  const chosen = yield* chooseGreedily(served, open.length, limit)
  return {
    stops: chosen.map(([candidate, count]) => ({ ...candidates[candidate], houses: count })),
    left: chosen.reduce((left, [, count]) => left - count, open.length),
  }
}
