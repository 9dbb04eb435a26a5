import type { LinkGraph } from '../roads/links.ts'

/**
 * The shrinking graph of the contraction: links in one pool, eight numbers each so that a link is half a cache line,
 * threaded into a list of its start's outgoing and one of its end's incoming links.
 */
export const FROM = 0
export const TO = 1
export const MS = 2
export const CM = 3
/** An original link: the arc's complement (below 0) and the number of original links, 1. A shortcut: its first half. */
export const FIRST = 4
/** Second half of a shortcut */
export const SECOND = 5
export const NEXT_OUT = 6
export const NEXT_IN = 7
export const STRIDE = 8

export type WorkGraph = {
  states: number
  /** Pool offset of the first link, -1 for none */
  firstOut: Int32Array
  firstIn: Int32Array
  outDegree: Int32Array
  inDegree: Int32Array
  pool: Int32Array
  /** First free offset of the pool */
  end: number
}

/** Adds a link, or makes the one that is there faster; parallel links never live side by side. */
export const putLink = (
  graph: WorkGraph,
  from: number,
  to: number,
  ms: number,
  cm: number,
  first: number,
  second: number,
): void => {
  let { pool } = graph
  for (let link = graph.firstOut[from]; link >= 0; link = pool[link + NEXT_OUT]) {
    if (pool[link + TO] !== to) continue
    if (ms < pool[link + MS]) {
      pool[link + MS] = ms
      pool[link + CM] = cm
      pool[link + FIRST] = first
      pool[link + SECOND] = second
    }
    return
  }
  if (graph.end + STRIDE > pool.length) {
    pool = new Int32Array(graph.pool.length * 2)
    pool.set(graph.pool)
    graph.pool = pool
  }
  const link = graph.end
  graph.end += STRIDE
  pool[link + FROM] = from
  pool[link + TO] = to
  pool[link + MS] = ms
  pool[link + CM] = cm
  pool[link + FIRST] = first
  pool[link + SECOND] = second
  pool[link + NEXT_OUT] = graph.firstOut[from]
  pool[link + NEXT_IN] = graph.firstIn[to]
  graph.firstOut[from] = link
  graph.firstIn[to] = link
  graph.outDegree[from]++
  graph.inDegree[to]++
}

export const createWorkGraph = (links: LinkGraph): WorkGraph => {
  const graph: WorkGraph = {
    states: links.states,
    firstOut: new Int32Array(links.states).fill(-1),
    firstIn: new Int32Array(links.states).fill(-1),
    outDegree: new Int32Array(links.states),
    inDegree: new Int32Array(links.states),
    pool: new Int32Array(Math.max(64, links.from.length * STRIDE * 3)),
    end: 0,
  }
  for (let i = 0; i < links.from.length; i++) {
    // A link back to its own state (a loop) is never part of a shortest path.
    if (links.from[i] !== links.to[i])
      putLink(graph, links.from[i], links.to[i], links.ms[i], links.cm[i], ~links.arc[i], -1)
  }
  return graph
}

/** Takes a state out of its neighbours' lists; its own two lists stay as they are, for the finished hierarchy. */
export const detach = (graph: WorkGraph, state: number): void => {
  const { pool, firstOut, firstIn } = graph
  for (let link = firstIn[state]; link >= 0; link = pool[link + NEXT_IN]) {
    const other = pool[link + FROM]
    graph.outDegree[other]--
    if (firstOut[other] === link) {
      firstOut[other] = pool[link + NEXT_OUT]
      continue
    }
    let before = firstOut[other]
    while (pool[before + NEXT_OUT] !== link) before = pool[before + NEXT_OUT]
    pool[before + NEXT_OUT] = pool[link + NEXT_OUT]
  }
  for (let link = firstOut[state]; link >= 0; link = pool[link + NEXT_OUT]) {
    const other = pool[link + TO]
    graph.inDegree[other]--
    if (firstIn[other] === link) {
      firstIn[other] = pool[link + NEXT_IN]
      continue
    }
    let before = firstIn[other]
    while (pool[before + NEXT_IN] !== link) before = pool[before + NEXT_IN]
    pool[before + NEXT_IN] = pool[link + NEXT_IN]
  }
}
