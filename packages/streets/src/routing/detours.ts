import { EDGE_MS, EDGE_STRIDE, EDGE_TO } from '../hierarchy/packed.ts'
import { createQueue } from '../hierarchy/queue.ts'
import type { HierarchySearch, Path, Seed } from '../hierarchy/search.ts'
import { groupByRow } from '../roads/csr.ts'
import type { Network } from './network.ts'
import { arcsOfStates } from './states.ts'

/** The states that drive closed pieces, and the search for ways round them. */
export type Detours = {
  /** one list of seeds for each state that may not be driven */
  states: readonly Seed[]
  /** Gets ready for searches to a place: those that follow go there. */
  head: (targets: readonly Seed[]) => void
  /** The fastest path from the sources to that place over open pieces alone. */
  path: (sources: readonly Seed[]) => Path | null
}

/** The graph as it was before the contraction: the links from each state, and the arc that each state drives. */
type Plain = { arcOf: Int32Array; start: Int32Array; to: Int32Array; ms: Int32Array }

const plains = new WeakMap<Network, Plain>()

/**
 * The edges that are no shortcuts. One is missing where a loop back to the same junction is faster than the turn
 * itself: a way round may then be that much longer, and never leads over a closed piece.
 */
const plainOf = (network: Network): Plain => {
  const known = plains.get(network)
  if (known !== undefined) return known
  const { states, start, edges, halves } = network.hierarchy
  const arcOf = arcsOfStates(network)
  const [from, to, ms] = [new Array<number>(), new Array<number>(), new Array<number>()]
  for (let state = 0; state < states; state++)
    for (let edge = start[state * 2]; edge < start[state * 2 + 2]; edge++) {
      if (halves[edge * 2] >= 0) continue
      const other = edges[edge * EDGE_STRIDE + EDGE_TO]
      const up = edge < start[state * 2 + 1]
      from.push(up ? state : other)
      to.push(up ? other : state)
      ms.push(edges[edge * EDGE_STRIDE + EDGE_MS])
    }
  const rows = groupByRow(states, Int32Array.from(from))
  const plain = {
    arcOf,
    start: rows.start,
    to: rows.items.map((link) => to[link]),
    ms: rows.items.map((link) => ms[link]),
  }
  plains.set(network, plain)
  return plain
}

/**
 * How long it is from a state to the place without any closure: a bound that is met wherever no closure stands in the
 * way, so a search that heads by it looks at little else than the way itself. Found as it is asked for, by climbing.
 * Source: Strasser, Zeitz, A Fast and Tight Heuristic for A* in Road Networks. Searches to the same place raise it for
 * those that follow: Koenig, Likhachev, Adaptive A*.
 */
const createBound = ({ hierarchy }: Network, search: HierarchySearch) => {
  const { start, edges } = hierarchy
  const down = new Float64Array(hierarchy.states).fill(Infinity)
  const bound = new Float64Array(hierarchy.states).fill(-1)
  /** what searches to this place have found beyond that */
  const learnt = new Float64Array(hierarchy.states)
  const [touchedDown, touchedBound, touchedLearnt] = [new Array<number>(), new Array<number>(), new Array<number>()]
  const free = (state: number): number => {
    if (bound[state] >= 0) return bound[state]
    let best = down[state]
    for (let edge = start[state * 2]; edge < start[state * 2 + 1]; edge++)
      best = Math.min(best, edges[edge * EDGE_STRIDE + EDGE_MS] + free(edges[edge * EDGE_STRIDE + EDGE_TO]))
    bound[state] = best
    touchedBound.push(state)
    return best
  }
  return {
    head: (targets: readonly Seed[]): void => {
      for (const state of touchedDown) down[state] = Infinity
      for (const state of touchedBound) bound[state] = -1
      for (const state of touchedLearnt) learnt[state] = 0
      touchedDown.length = touchedBound.length = touchedLearnt.length = 0
      search.reaching(targets, (state, ms) => {
        down[state] = ms
        touchedDown.push(state)
      })
    },
    // What was learnt is no part of `free`: a way round may leave the states that the hierarchy climbs over.
    of: (state: number): number => Math.max(free(state), learnt[state]),
    /** From here it is at least so long. */
    raise: (state: number, ms: number): void => {
      if (ms <= learnt[state]) return
      if (learnt[state] === 0) touchedLearnt.push(state)
      learnt[state] = ms
    },
  }
}

/** A* over the graph as it was before the contraction, without the closed pieces. */
export const createDetours = (network: Network, search: HierarchySearch, closed: ReadonlySet<number>): Detours => {
  const { pieces, hierarchy } = network
  const { arcOf, ...links } = plainOf(network)
  const bound = createBound(network, search)
  const open = (state: number): boolean => !closed.has(arcOf[state] >> 1)
  const queue = createQueue(hierarchy.states)
  const best = new Float64Array(hierarchy.states).fill(Infinity)
  /** the state before, or the complement of the source */
  const came = new Int32Array(hierarchy.states)
  const touched: number[] = []
  let targets: readonly Seed[] = []

  const lower = (state: number, ms: number, from: number): void => {
    if (ms >= best[state] || !open(state)) return
    const ahead = bound.of(state)
    if (ahead === Infinity) return
    if (best[state] === Infinity) touched.push(state)
    best[state] = ms
    came[state] = from
    queue.push(state, ms + ahead)
  }

  const trace = (target: Seed, sources: readonly Seed[]): Path => {
    const arcs: number[] = []
    let at = target.state
    for (; came[at] >= 0; at = came[at]) arcs.push(arcOf[came[at]])
    const source = sources[~came[at]]
    const whole = arcs.reduce((cm, arc) => cm + pieces.lengthCm[arc >> 1], 0)
    const ms = best[target.state] + target.ms
    return { ms, cm: source.cm + whole + target.cm, arcs: arcs.toReversed(), source, target }
  }

  return {
    states: Array.from(arcOf.keys())
      .filter((state) => !open(state))
      .map((state) => ({ state, ms: 0, cm: 0, arc: arcOf[state] })),
    head: (places) => {
      targets = places
      bound.head(places)
    },
    path: (sources) => {
      sources.forEach(({ state, ms }, i) => lower(state, ms, ~i))
      let end: Seed | null = null
      let shortest = Infinity
      while (queue.topKey() < shortest) {
        const key = queue.topKey()
        const state = queue.pop()
        const soFar = best[state]
        if (soFar + bound.of(state) < key) continue
        for (const target of targets)
          if (target.state === state && soFar + target.ms < shortest) {
            end = target
            shortest = soFar + target.ms
          }
        for (let link = links.start[state]; link < links.start[state + 1]; link++)
          lower(links.to[link], soFar + links.ms[link], state)
      }
      const path = end === null ? null : trace(end, sources)
      for (const state of touched) {
        bound.raise(state, shortest - best[state])
        best[state] = Infinity
      }
      touched.length = 0
      queue.clear()
      return path
    },
  }
}
