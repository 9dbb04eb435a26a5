import type { LinkGraph } from '../roads/links.ts'
import { createHeap } from './heap.ts'
import { pack } from './packed.ts'
import type { Hierarchy } from './packed.ts'
import { CM, FROM, MS, NEXT_IN, NEXT_OUT, TO, createWorkGraph, detach, putLink } from './work-graph.ts'
import type { WorkGraph } from './work-graph.ts'

/**
 * Contraction hierarchies: states are taken out of the graph from the least to the most important, and where the
 * fastest way between two neighbours led over the state taken out, a shortcut keeps it.
 * Source: Geisberger, Sanders, Schultes, Vetter, Exact Routing in Large Road Networks Using Contraction Hierarchies.
 */

/** States that a search for a witness may settle: while estimating importance, and when a shortcut is at stake. */
const SETTLE_ESTIMATE = 100
const SETTLE_CONTRACT = 1000

/** The last states are by far the most work; measured, the time spent grows about as this power of the share done. */
const GROWS_DENSE = 5

/** Searches for a way around the state being contracted; a miss only costs a shortcut too many, never exactness. */
const createWitness = (graph: WorkGraph) => {
  const heap = createHeap(graph.states)
  const best = new Int32Array(graph.states)
  const seen = new Int32Array(graph.states)
  const wanted = new Int32Array(graph.states)
  let round = 0
  return {
    /** Fastest times from `source` without passing `avoid`, as far as the limits allow; read them with `known`. */
    search: (source: number, avoid: number, farthest: number, settle: number): void => {
      const { pool, firstOut } = graph
      round++
      let missing = 0
      for (let link = firstOut[avoid]; link >= 0; link = pool[link + NEXT_OUT]) {
        wanted[pool[link + TO]] = round
        missing++
      }
      heap.clear()
      best[source] = 0
      seen[source] = round
      heap.push(source, 0)
      for (let settled = 0; settled < settle && heap.size() > 0 && missing > 0; settled++) {
        const state = heap.pop()
        const soFar = best[state]
        if (soFar > farthest) return
        if (wanted[state] === round) missing--
        for (let link = firstOut[state]; link >= 0; link = pool[link + NEXT_OUT]) {
          const to = pool[link + TO]
          const ms = soFar + pool[link + MS]
          if (to === avoid || ms > farthest) continue
          if (seen[to] === round && best[to] <= ms) continue
          seen[to] = round
          best[to] = ms
          heap.push(to, ms)
        }
      }
    },
    known: (state: number): number => (seen[state] === round ? best[state] : Infinity),
  }
}

/** Calls `found` for each shortcut that taking out the state needs: its incoming and its outgoing link. */
const eachShortcut = (
  graph: WorkGraph,
  witness: ReturnType<typeof createWitness>,
  state: number,
  settle: number,
  found: (into: number, out: number) => void,
): void => {
  const { pool, firstIn, firstOut } = graph
  let farthestOut = 0
  for (let out = firstOut[state]; out >= 0; out = pool[out + NEXT_OUT]) {
    if (pool[out + MS] > farthestOut) farthestOut = pool[out + MS]
  }
  for (let into = firstIn[state]; into >= 0; into = pool[into + NEXT_IN]) {
    const source = pool[into + FROM]
    const first = pool[into + MS]
    witness.search(source, state, first + farthestOut, settle)
    for (let out = firstOut[state]; out >= 0; out = pool[out + NEXT_OUT]) {
      const target = pool[out + TO]
      if (target !== source && witness.known(target) > first + pool[out + MS]) found(into, out)
    }
  }
}

const addShortcuts = (graph: WorkGraph, pairs: readonly number[]): void => {
  for (let i = 0; i < pairs.length; i += 2) {
    const [into, out] = [pairs[i], pairs[i + 1]]
    const { pool } = graph
    const ms = pool[into + MS] + pool[out + MS]
    putLink(graph, pool[into + FROM], pool[out + TO], ms, pool[into + CM] + pool[out + CM], into, out)
  }
}

/** Prepares a graph for fast search. Deterministic; `onProgress` gets the share of the work done, 0 to 1. */
export const contract = (
  links: LinkGraph,
  onProgress?: (share: number) => void,
): { hierarchy: Hierarchy; renumber: Int32Array } => {
  const graph = createWorkGraph(links)
  const { states } = graph
  const witness = createWitness(graph)
  const level = new Int32Array(states)
  const order = new Int32Array(states)
  const queue = createHeap(states)

  const importance = (state: number): number => {
    let added = 0
    eachShortcut(graph, witness, state, SETTLE_ESTIMATE, () => added++)
    const removed = graph.inDegree[state] + graph.outDegree[state]
    // Weights found by trial on a metropolitan extract: few edges to scan for few seconds of preparation.
    return level[state] + (removed === 0 ? 0 : (4 * added) / removed) + 0.25 * (added - removed)
  }
  // Neighbours of a state taken out are judged again when their turn comes, not at once: most are touched many times.
  const stale = new Uint8Array(states)
  const touch = (other: number, state: number): void => {
    stale[other] = 1
    level[other] = Math.max(level[other], level[state] + 1)
  }
  const touchNeighbours = (state: number): void => {
    const { pool } = graph
    for (let link = graph.firstIn[state]; link >= 0; link = pool[link + NEXT_IN]) touch(pool[link + FROM], state)
    for (let link = graph.firstOut[state]; link >= 0; link = pool[link + NEXT_OUT]) touch(pool[link + TO], state)
  }
  const popLeast = (): number => {
    for (;;) {
      const state = queue.pop()
      if (stale[state] === 0) return state
      stale[state] = 0
      const now = importance(state)
      if (now <= queue.topKey()) return state
      queue.push(state, now)
    }
  }

  for (let state = 0; state < states; state++) queue.push(state, importance(state))
  for (let rank = 0; rank < states; rank++) {
    const state = popLeast()
    const pairs: number[] = []
    eachShortcut(graph, witness, state, SETTLE_CONTRACT, (into, out) => pairs.push(into, out))
    detach(graph, state)
    addShortcuts(graph, pairs)
    order[rank] = state
    touchNeighbours(state)
    if ((rank & 255) === 0) onProgress?.((rank / states) ** GROWS_DENSE)
  }
  onProgress?.(1)
  return pack(graph, order)
}
