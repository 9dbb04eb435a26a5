import { groupByRow } from './csr.ts'
import type { LinkGraph } from './links.ts'

/** Tarjan's strongly connected components without recursion: a component number by state. */
const components = (graph: LinkGraph): Int32Array => {
  const rows = groupByRow(graph.states, graph.from)
  const component = new Int32Array(graph.states).fill(-1)
  const order = new Int32Array(graph.states).fill(-1)
  const low = new Int32Array(graph.states)
  const cursor = rows.start.slice(0, graph.states)
  const path = new Int32Array(graph.states)
  const stack = new Int32Array(graph.states)
  let [visited, found, stacked] = [0, 0, 0]
  for (let root = 0; root < graph.states; root++) {
    if (order[root] >= 0) continue
    let depth = 0
    path[depth++] = root
    while (depth > 0) {
      const state = path[depth - 1]
      if (order[state] < 0) {
        order[state] = low[state] = visited++
        stack[stacked++] = state
      }
      if (cursor[state] < rows.start[state + 1]) {
        const next = graph.to[rows.items[cursor[state]++]]
        if (order[next] < 0) path[depth++] = next
        else if (component[next] < 0) low[state] = Math.min(low[state], order[next])
        continue
      }
      depth--
      if (depth > 0) low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[state])
      if (low[state] !== order[state]) continue
      let member: number
      do {
        member = stack[--stacked]
        component[member] = found
      } while (member !== state)
      found++
    }
  }
  return component
}

type Part = { component: number; centimetres: number; land: number }

/** How long each component is, an arc counted once however many turns lead on from it, and the land that it lies on. */
const partsOf = (graph: LinkGraph, component: Int32Array, landOf: LandOf | null): Map<number, Part> => {
  const parts = new Map<number, Part>()
  const counted = new Int32Array(graph.exitStart.length - 1).fill(-1)
  graph.from.forEach((from, link) => {
    const c = component[from]
    const arc = graph.arc[link]
    if (component[graph.to[link]] !== c || counted[arc] === c) return
    counted[arc] = c
    let part = parts.get(c)
    if (part === undefined) {
      part = { component: c, centimetres: 0, land: landOf === null ? c : landOf(arc) }
      parts.set(c, part)
    }
    part.centimetres += graph.cm[link]
  })
  return parts
}

/** Which components are kept: the one with most states, and of each other land the longest, if it is so many metres. */
const kept = (graph: LinkGraph, component: Int32Array, islandMetres: number, landOf: LandOf | null): Set<number> => {
  const states = new Map<number, number>()
  for (const c of component) states.set(c, (states.get(c) ?? 0) + 1)
  const [largest] = [...states].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0])
  const parts = partsOf(graph, component, landOf)
  const longest = new Map<number, Part>()
  for (const part of parts.values()) {
    const known = longest.get(part.land)
    if (part.land !== parts.get(largest)?.land && part.centimetres > (known?.centimetres ?? 0))
      longest.set(part.land, part)
  }
  const islands = [...longest.values()].filter(({ centimetres }) => centimetres >= islandMetres * 100)
  return new Set([largest, ...islands.map((part) => part.component)])
}

/** Keeps the rows of lists whose state survives, under its new number. */
const keepStates = (start: Int32Array, states: Int32Array, renumber: Int32Array) => {
  const kept: number[] = []
  const keptStart = new Int32Array(start.length)
  for (let row = 0; row < start.length - 1; row++) {
    for (let i = start[row]; i < start[row + 1]; i++) if (renumber[states[i]] >= 0) kept.push(i)
    keptStart[row + 1] = kept.length
  }
  const items = Int32Array.from(kept)
  return { start: keptStart, items }
}

/** The land that an arc lies on. */
type LandOf = (arc: number) => number

/**
 * The parts of the graph in which everything is reachable from everything: the largest, and what has at least
 * `islandMetres` of links, both ways. With `landOf` only one part of each land is kept, for a part that a gate or a ban
 * on turning cuts off is not worth snapping a car to: no trip from there could be planned, while one from the nearest
 * road outside can. On foot a quarter that the extract joins to the rest by no path is walked in all the same.
 */
export const connectedParts = (graph: LinkGraph, islandMetres: number, landOf: LandOf | null = null): LinkGraph => {
  const component = components(graph)
  const keep = kept(graph, component, islandMetres, landOf)
  const renumber = new Int32Array(graph.states)
  let states = 0
  for (let state = 0; state < graph.states; state++) renumber[state] = keep.has(component[state]) ? states++ : -1
  const links = Int32Array.from(graph.from.keys()).filter(
    (link) => renumber[graph.from[link]] >= 0 && renumber[graph.to[link]] >= 0,
  )
  const exits = keepStates(graph.exitStart, graph.exitState, renumber)
  const entries = keepStates(graph.entryStart, graph.entryState, renumber)
  return {
    states,
    from: links.map((link) => renumber[graph.from[link]]),
    to: links.map((link) => renumber[graph.to[link]]),
    ms: links.map((link) => graph.ms[link]),
    cm: links.map((link) => graph.cm[link]),
    arc: links.map((link) => graph.arc[link]),
    exitStart: exits.start,
    exitState: exits.items.map((item) => renumber[graph.exitState[item]]),
    exitMs: exits.items.map((item) => graph.exitMs[item]),
    entryStart: entries.start,
    entryState: entries.items.map((item) => renumber[graph.entryState[item]]),
  }
}
