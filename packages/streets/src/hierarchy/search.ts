import { createHeap } from './heap.ts'
import type { Heap } from './heap.ts'
import type { Hierarchy } from './packed.ts'

/** Where a search may begin or end: a state, and the time and way already spent getting to it. */
export type Seed = { state: number; ms: number; cm: number; arc: number }

export type Path = {
  ms: number
  cm: number
  /** Arcs driven whole, in order, between the arc of the one seed and the arc of the other */
  arcs: number[]
  source: Seed
  target: Seed
}

/** Targets with everything that the searches back from them found, sorted by state. */
export type Buckets = {
  targets: number
  start: Int32Array
  target: Int32Array
  ms: Int32Array
  cm: Int32Array
}

export type HierarchySearch = {
  /** The fastest path, or null when there is none faster than `limit` ms. */
  path: (sources: readonly Seed[], targets: readonly Seed[], limit: number) => Path | null
  buckets: (targets: readonly (readonly Seed[])[]) => Buckets
  /** Lowers `ms` and `cm` (by target, prefilled) to what is reachable from the sources. */
  fromSources: (sources: readonly Seed[], buckets: Buckets, ms: Float64Array, cm: Float64Array) => void
}

// A label is four numbers side by side: the round it belongs to, ms, cm, and the edge it came by (or a seed's complement).
const ROUND = 0
const MS = 1
const CM = 2
const EDGE = 3

type Side = { labels: Int32Array; parents: Int32Array; heap: Heap }
type Steps = { start: Int32Array; against: Int32Array }

const createSide = (states: number): Side => ({
  labels: new Int32Array(states * 4),
  parents: new Int32Array(states),
  heap: createHeap(states),
})

export const createSearch = (hierarchy: Omit<Hierarchy, 'renumber'>): HierarchySearch => {
  const { states, upStart, downStart, edgeTo, edgeMs, edgeCm, edgeFirst, edgeSecond } = hierarchy
  const forward = createSide(states)
  const backward = createSide(states)
  const up: Steps = { start: upStart, against: downStart }
  const down: Steps = { start: downStart, against: upStart }
  let round = 0

  const begin = (side: Side, seeds: readonly Seed[]): void => {
    side.heap.clear()
    for (let i = 0; i < seeds.length; i++) {
      const { state, ms, cm } = seeds[i]
      const at = state * 4
      if (side.labels[at + ROUND] === round && side.labels[at + MS] <= ms) continue
      side.labels[at + ROUND] = round
      side.labels[at + MS] = ms
      side.labels[at + CM] = cm
      side.labels[at + EDGE] = ~i
      side.heap.push(state, ms)
    }
  }

  /** Is there a faster way to the state over a more important one? Then nothing beyond it is on a fastest path. */
  const stalled = (side: Side, against: Int32Array, state: number, ms: number): boolean => {
    const { labels } = side
    for (let edge = against[state], end = against[state + 1]; edge < end; edge++) {
      const at = edgeTo[edge] * 4
      if (labels[at] === round && labels[at + MS] + edgeMs[edge] < ms) return true
    }
    return false
  }

  const relax = (side: Side, start: Int32Array, state: number): void => {
    const { labels, parents, heap } = side
    const ms = labels[state * 4 + MS]
    const cm = labels[state * 4 + CM]
    for (let edge = start[state], end = start[state + 1]; edge < end; edge++) {
      const to = edgeTo[edge]
      const at = to * 4
      const then = ms + edgeMs[edge]
      if (labels[at] === round && labels[at + MS] <= then) continue
      labels[at] = round
      labels[at + MS] = then
      labels[at + CM] = cm + edgeCm[edge]
      labels[at + EDGE] = edge
      parents[to] = state
      heap.push(to, then)
    }
  }

  /** The arcs of an edge, in order; an explicit stack, for shortcuts nest deep. */
  const unpack = (edge: number, into: number[]): void => {
    const stack = [edge]
    while (stack.length > 0) {
      const top = stack.pop()!
      const first = edgeFirst[top]
      if (first < 0) into.push(~first)
      else stack.push(edgeSecond[top], first)
    }
  }

  const trace = (meeting: number, sources: readonly Seed[], targets: readonly Seed[]): Path => {
    const edges: number[] = []
    let state = meeting
    while (forward.labels[state * 4 + EDGE] >= 0) {
      edges.push(forward.labels[state * 4 + EDGE])
      state = forward.parents[state]
    }
    const source = sources[~forward.labels[state * 4 + EDGE]]
    const arcs: number[] = []
    for (let i = edges.length - 1; i >= 0; i--) unpack(edges[i], arcs)
    state = meeting
    while (backward.labels[state * 4 + EDGE] >= 0) {
      unpack(backward.labels[state * 4 + EDGE], arcs)
      state = backward.parents[state]
    }
    const target = targets[~backward.labels[state * 4 + EDGE]]
    const at = meeting * 4
    return {
      ms: forward.labels[at + MS] + backward.labels[at + MS],
      cm: forward.labels[at + CM] + backward.labels[at + CM],
      arcs,
      source,
      target,
    }
  }

  const path: HierarchySearch['path'] = (sources, targets, limit) => {
    round++
    begin(forward, sources)
    begin(backward, targets)
    let best = limit
    let meeting = -1
    const step = (side: Side, other: Side, steps: Steps): void => {
      const state = side.heap.pop()
      const ms = side.labels[state * 4 + MS]
      if (other.labels[state * 4] === round && ms + other.labels[state * 4 + MS] < best) {
        best = ms + other.labels[state * 4 + MS]
        meeting = state
      }
      if (!stalled(side, steps.against, state, ms)) relax(side, steps.start, state)
    }
    for (;;) {
      const forwardOpen = forward.heap.topKey() < best
      const backwardOpen = backward.heap.topKey() < best
      if (!forwardOpen && !backwardOpen) break
      if (forwardOpen) step(forward, backward, up)
      if (backwardOpen && backward.heap.topKey() < best) step(backward, forward, down)
    }
    return meeting < 0 ? null : trace(meeting, sources, targets)
  }

  const buckets: HierarchySearch['buckets'] = (targets) => {
    const found = {
      state: new Array<number>(),
      target: new Array<number>(),
      ms: new Array<number>(),
      cm: new Array<number>(),
    }
    targets.forEach((seeds, target) => {
      round++
      begin(backward, seeds)
      while (backward.heap.size() > 0) {
        const state = backward.heap.pop()
        const ms = backward.labels[state * 4 + MS]
        if (stalled(backward, upStart, state, ms)) continue
        found.state.push(state)
        found.target.push(target)
        found.ms.push(ms)
        found.cm.push(backward.labels[state * 4 + CM])
        relax(backward, downStart, state)
      }
    })
    return sortByState(targets.length, states, found)
  }

  const fromSources: HierarchySearch['fromSources'] = (
    sources,
    { start, target, ms: bucketMs, cm: bucketCm },
    ms,
    cm,
  ) => {
    round++
    begin(forward, sources)
    const { heap, labels } = forward
    while (heap.size() > 0) {
      const state = heap.pop()
      const soFar = labels[state * 4 + MS]
      if (stalled(forward, downStart, state, soFar)) continue
      const soFarCm = labels[state * 4 + CM]
      for (let i = start[state], end = start[state + 1]; i < end; i++) {
        const j = target[i]
        const total = soFar + bucketMs[i]
        if (total >= ms[j]) continue
        ms[j] = total
        cm[j] = soFarCm + bucketCm[i]
      }
      relax(forward, upStart, state)
    }
  }

  return { path, buckets, fromSources }
}

type Found = { state: number[]; target: number[]; ms: number[]; cm: number[] }

const sortByState = (targets: number, states: number, found: Found): Buckets => {
  const size = found.state.length
  const start = new Int32Array(states + 1)
  for (let i = 0; i < size; i++) start[found.state[i] + 1]++
  for (let state = 0; state < states; state++) start[state + 1] += start[state]
  const next = start.slice()
  const sorted = { target: new Int32Array(size), ms: new Int32Array(size), cm: new Int32Array(size) }
  for (let i = 0; i < size; i++) {
    const at = next[found.state[i]]++
    sorted.target[at] = found.target[i]
    sorted.ms[at] = found.ms[i]
    sorted.cm[at] = found.cm[i]
  }
  return { targets, start, ...sorted }
}
