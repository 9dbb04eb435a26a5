import { CM, FIRST, FROM, MS, NEXT_IN, NEXT_OUT, SECOND, STRIDE, TO } from './work-graph.ts'
import type { WorkGraph } from './work-graph.ts'

/**
 * The finished hierarchy. States are numbered anew by importance, 0 the most important: searches end at the top, and
 * there neighbours in rank are neighbours in memory. Edge e goes to `edgeTo[e]`; the edges of state s lie in
 * `upStart[s]`... (links from s to more important states) and `downStart[s]`... (links to s from them).
 */
export type Hierarchy = {
  states: number
  upStart: Int32Array
  downStart: Int32Array
  edgeTo: Int32Array
  edgeMs: Int32Array
  edgeCm: Int32Array
  /** Below 0: the complement of the one arc that the edge drives. Else the edge of a shortcut's first half. */
  edgeFirst: Int32Array
  edgeSecond: Int32Array
  /** New number by number in the graph that was contracted */
  renumber: Int32Array
}

/** `order`: the states as they were contracted. */
export const pack = (graph: WorkGraph, order: Int32Array): Hierarchy => {
  const { states, pool, firstOut, firstIn } = graph
  const renumber = new Int32Array(states)
  order.forEach((state, rank) => (renumber[state] = states - 1 - rank))

  const count = graph.end / STRIDE
  const upStart = new Int32Array(states + 1)
  const downStart = new Int32Array(states + 1)
  const edgeOf = new Int32Array(count).fill(-1)
  const linkOf = new Int32Array(count)
  let edges = 0
  const take = (link: number): void => {
    edgeOf[link / STRIDE] = edges
    linkOf[edges++] = link
  }
  for (let state = 0; state < states; state++) {
    const old = order[states - 1 - state]
    upStart[state] = edges
    for (let link = firstOut[old]; link >= 0; link = pool[link + NEXT_OUT]) take(link)
  }
  upStart[states] = edges
  for (let state = 0; state < states; state++) {
    const old = order[states - 1 - state]
    downStart[state] = edges
    for (let link = firstIn[old]; link >= 0; link = pool[link + NEXT_IN]) take(link)
  }
  downStart[states] = edges

  const half = (link: number): number => (link < 0 ? link : edgeOf[link / STRIDE])
  const used = linkOf.subarray(0, edges)
  const ups = upStart[states]
  return {
    states,
    upStart,
    downStart,
    edgeTo: Int32Array.from(used, (link, edge) => renumber[pool[link + (edge < ups ? TO : FROM)]]),
    edgeMs: Int32Array.from(used, (link) => pool[link + MS]),
    edgeCm: Int32Array.from(used, (link) => pool[link + CM]),
    edgeFirst: Int32Array.from(used, (link) => half(pool[link + FIRST])),
    edgeSecond: Int32Array.from(used, (link) => half(pool[link + SECOND])),
    renumber,
  }
}
