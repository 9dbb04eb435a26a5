import { groupByRow } from '../roads/csr.ts'
import { CM, FIRST, FROM, MS, NEXT_IN, NEXT_OUT, SECOND, STRIDE, TO } from './work-graph.ts'
import type { WorkGraph } from './work-graph.ts'

/**
 * The finished hierarchy. States are renumbered, so that those that one search climbs through lie near each other in
 * memory. A state's edges lie together: first those up, links from it to
 * more important states, from `start[2 × state]`; then those down, links to it from such states, from
 * `start[2 × state + 1]` up to `start[2 × state + 2]`.
 */
export type Hierarchy = {
  states: number
  start: Int32Array
  /** Two numbers an edge, EDGE_TO and EDGE_MS: searches read these by the thousand, and eight edges to a cache line */
  edges: Int32Array
  cm: Int32Array
  /**
   * Two numbers an edge: of a shortcut, the edges of its first and second half; else, below 0, the complement of the
   * one arc that the edge drives, and -1.
   */
  halves: Int32Array
}

/** The state at the other, more important end */
export const EDGE_TO = 0
export const EDGE_MS = 1
export const EDGE_STRIDE = 2

/**
 * New number by old number: a walk down the tree in which each state hangs below its least important upper neighbour.
 * A search climbs along a path of that tree, and a path of the walk lies together in memory.
 */
const numberByTree = ({ states, pool, firstOut, firstIn }: WorkGraph, order: Int32Array): Int32Array => {
  const rank = new Int32Array(states)
  order.forEach((state, at) => (rank[state] = at))
  const parent = order.map((state) => {
    let least = states
    for (let link = firstOut[state]; link >= 0; link = pool[link + NEXT_OUT])
      least = Math.min(least, rank[pool[link + TO]])
    for (let link = firstIn[state]; link >= 0; link = pool[link + NEXT_IN])
      least = Math.min(least, rank[pool[link + FROM]])
    return least === states ? -1 : least
  })
  const children = groupByRow(states, parent)
  const renumber = new Int32Array(states)
  let next = 0
  for (let root = states - 1; root >= 0; root--) {
    const open = parent[root] < 0 ? [root] : []
    while (open.length > 0) {
      const at = open.pop()!
      renumber[order[at]] = next++
      for (let i = children.start[at]; i < children.start[at + 1]; i++) open.push(children.items[i])
    }
  }
  return renumber
}

/** `order`: the states as they were contracted. `renumber`: new number by number in the graph that was contracted. */
export const pack = (graph: WorkGraph, order: Int32Array): { hierarchy: Hierarchy; renumber: Int32Array } => {
  const { states, pool, firstOut, firstIn } = graph
  const renumber = numberByTree(graph, order)
  const oldNumber = new Int32Array(states)
  renumber.forEach((state, old) => (oldNumber[state] = old))

  const count = graph.end / STRIDE
  const start = new Int32Array(states * 2 + 1)
  const edgeOf = new Int32Array(count).fill(-1)
  const linkOf = new Int32Array(count)
  const endOf = new Uint8Array(count)
  let taken = 0
  const take = (link: number, end: typeof FROM | typeof TO): void => {
    edgeOf[link / STRIDE] = taken
    endOf[taken] = end
    linkOf[taken++] = link
  }
  for (let state = 0; state < states; state++) {
    const old = oldNumber[state]
    start[state * 2] = taken
    for (let link = firstOut[old]; link >= 0; link = pool[link + NEXT_OUT]) take(link, TO)
    start[state * 2 + 1] = taken
    for (let link = firstIn[old]; link >= 0; link = pool[link + NEXT_IN]) take(link, FROM)
  }
  start[states * 2] = taken

  const half = (link: number): number => (link < 0 ? link : edgeOf[link / STRIDE])
  const edges = new Int32Array(taken * EDGE_STRIDE)
  const cm = new Int32Array(taken)
  const halves = new Int32Array(taken * 2)
  for (let edge = 0; edge < taken; edge++) {
    const link = linkOf[edge]
    const at = edge * EDGE_STRIDE
    edges[at + EDGE_TO] = renumber[pool[link + endOf[edge]]]
    edges[at + EDGE_MS] = pool[link + MS]
    cm[edge] = pool[link + CM]
    halves[edge * 2] = half(pool[link + FIRST])
    halves[edge * 2 + 1] = half(pool[link + SECOND])
  }
  return { hierarchy: { states, start, edges, cm, halves }, renumber }
}
