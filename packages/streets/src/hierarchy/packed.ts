import { CM, FIRST, FROM, MS, NEXT_IN, NEXT_OUT, SECOND, STRIDE, TO } from './work-graph.ts'
import type { WorkGraph } from './work-graph.ts'

/**
 * The finished hierarchy. States are numbered anew by importance, 0 the most important: searches end at the top, and
 * there neighbours in rank are neighbours in memory. A state's edges lie together: first those up, links from it to
 * more important states, from `start[2 × state]`; then those down, links to it from such states, from
 * `start[2 × state + 1]` up to `start[2 × state + 2]`.
 */
export type Hierarchy = {
  states: number
  start: Int32Array
  /** Four numbers an edge, see EDGE_TO and the others */
  edges: Int32Array
  /** Edge of a shortcut's second half */
  second: Int32Array
}

/** The state at the other, more important end */
export const EDGE_TO = 0
export const EDGE_MS = 1
export const EDGE_CM = 2
/** Below 0: the complement of the one arc that the edge drives. Else the edge of a shortcut's first half. */
export const EDGE_FIRST = 3
export const EDGE_STRIDE = 4

/** `order`: the states as they were contracted. `renumber`: new number by number in the graph that was contracted. */
export const pack = (graph: WorkGraph, order: Int32Array): { hierarchy: Hierarchy; renumber: Int32Array } => {
  const { states, pool, firstOut, firstIn } = graph
  const renumber = new Int32Array(states)
  order.forEach((state, rank) => (renumber[state] = states - 1 - rank))

  const count = graph.end / STRIDE
  const start = new Int32Array(states * 2 + 1)
  const edgeOf = new Int32Array(count).fill(-1)
  const linkOf = new Int32Array(count)
  let taken = 0
  const take = (link: number): void => {
    edgeOf[link / STRIDE] = taken
    linkOf[taken++] = link
  }
  for (let state = 0; state < states; state++) {
    const old = order[states - 1 - state]
    start[state * 2] = taken
    for (let link = firstOut[old]; link >= 0; link = pool[link + NEXT_OUT]) take(link)
    start[state * 2 + 1] = taken
    for (let link = firstIn[old]; link >= 0; link = pool[link + NEXT_IN]) take(link)
  }
  start[states * 2] = taken

  const half = (link: number): number => (link < 0 ? link : edgeOf[link / STRIDE])
  const edges = new Int32Array(taken * EDGE_STRIDE)
  const second = new Int32Array(taken)
  for (let edge = 0; edge < taken; edge++) {
    const link = linkOf[edge]
    const at = edge * EDGE_STRIDE
    const [from, to] = [renumber[pool[link + FROM]], renumber[pool[link + TO]]]
    edges[at + EDGE_TO] = Math.min(from, to)
    edges[at + EDGE_MS] = pool[link + MS]
    edges[at + EDGE_CM] = pool[link + CM]
    edges[at + EDGE_FIRST] = half(pool[link + FIRST])
    second[edge] = half(pool[link + SECOND])
  }
  return { hierarchy: { states, start, edges, second }, renumber }
}
