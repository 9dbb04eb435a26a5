import { sortByState } from './buckets.ts'
import type { Buckets } from './buckets.ts'
import { EDGE_MS, EDGE_STRIDE, EDGE_TO } from './packed.ts'
import type { Hierarchy } from './packed.ts'
import { createQueue } from './queue.ts'
import type { Queue } from './queue.ts'

/** Where a search may begin or end: a state, and the time and way already spent getting to it over the arc. */
export type Seed = { state: number; ms: number; cm: number; arc: number }

export type Path = {
  ms: number
  cm: number
  /** Arcs driven whole, in order, between the arc of the one seed and the arc of the other */
  arcs: number[]
  source: Seed
  target: Seed
}

export type HierarchySearch = {
  /** The fastest path, or null when there is none faster than `limit` ms. */
  path: (sources: readonly Seed[], targets: readonly Seed[], limit: number) => Path | null
  /** Shows every state that a search back from the targets climbs to, and how long it is from there. */
  reaching: (targets: readonly Seed[], show: (state: number, ms: number) => void) => void
  /** What the searches back from each target find, for `fromSources`. */
  buckets: (targets: readonly (readonly Seed[])[]) => Buckets
  /** Lowers `ms` and `cm` (by target, prefilled) to what is reachable from the sources. */
  fromSources: (sources: readonly Seed[], buckets: Buckets, ms: Float64Array, cm: Float64Array) => void
}

/** Longer than any drive (12 days in ms), and small enough that the sum of two still fits 32 bits. */
const UNREACHED = 2 ** 30

/** Forward searches climb the edges up and are stalled by those down; backward ones the other way round. */
const FORWARD = 0
const BACKWARD = 1
type Direction = typeof FORWARD | typeof BACKWARD

/**
 * The memory of one direction. `ms` is what searches read all the time, so it stands alone and compact: UNREACHED
 * everywhere except at the states in `touched`, and there too once the search has cleared up behind itself.
 */
type Side = {
  direction: Direction
  ms: Int32Array
  touched: number[]
  queue: Queue
  /** For paths, side by side: the edge by which a state was reached, or a seed's complement, and the state before it */
  came: Int32Array
  /** For tables */
  cm: Int32Array
}

const createSide = (direction: Direction, states: number): Side => ({
  direction,
  ms: new Int32Array(states).fill(UNREACHED),
  touched: [],
  queue: createQueue(states),
  came: new Int32Array(states * 2),
  cm: new Int32Array(states),
})

const reach = ({ ms, touched, queue }: Side, state: number, then: number): void => {
  ms[state] = then
  touched.push(state)
  queue.push(state, then)
}

const clear = ({ ms, touched, queue }: Side): void => {
  for (const state of touched) ms[state] = UNREACHED
  touched.length = 0
  queue.clear()
}

/** Is there a faster way to the state over a more important one? Then nothing beyond it is on a fastest path. */
const stalled = ({ start, edges }: Hierarchy, { direction, ms }: Side, state: number, own: number): boolean => {
  const against = state * 2 + 1 - direction
  const end = start[against + 1] * EDGE_STRIDE
  for (let edge = start[against] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
    if (ms[edges[edge + EDGE_TO]] + edges[edge + EDGE_MS] < own) return true
  }
  return false
}

/** Bidirectional search for one path. */
const createPathSearch = (hierarchy: Hierarchy, forward: Side, backward: Side): HierarchySearch['path'] => {
  const { start, edges } = hierarchy
  const trace = createTrace(hierarchy, forward, backward)

  const begin = (side: Side, seeds: readonly Seed[]): void => {
    seeds.forEach(({ state, ms }, i) => {
      if (ms >= side.ms[state]) return
      side.came[2 * state] = ~i
      reach(side, state, ms)
    })
  }

  const relax = (side: Side, state: number, soFar: number): void => {
    const { ms, came } = side
    const along = state * 2 + side.direction
    const end = start[along + 1] * EDGE_STRIDE
    for (let edge = start[along] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
      const to = edges[edge + EDGE_TO]
      const then = soFar + edges[edge + EDGE_MS]
      if (then >= ms[to]) continue
      came[2 * to] = edge / EDGE_STRIDE
      came[2 * to + 1] = state
      reach(side, to, then)
    }
  }

  return (sources, targets, limit) => {
    begin(forward, sources)
    begin(backward, targets)
    let best = Math.min(limit, UNREACHED)
    let meeting = -1
    const step = (own: Side, other: Side): void => {
      const key = own.queue.topKey()
      const state = own.queue.pop()
      const ms = own.ms[state]
      if (ms < key) return
      if (ms + other.ms[state] < best) {
        best = ms + other.ms[state]
        meeting = state
      }
      if (!stalled(hierarchy, own, state, ms)) relax(own, state, ms)
    }
    for (;;) {
      const forwardOpen = forward.queue.topKey() < best
      if (forwardOpen) step(forward, backward)
      if (backward.queue.topKey() < best) step(backward, forward)
      else if (!forwardOpen) break
    }
    const path = meeting < 0 ? null : trace(meeting, sources, targets)
    clear(forward)
    clear(backward)
    return path
  }
}

/** Climbs from the seeds as far as fastest paths go, and shows each state that is reached. */
const createClimb = (hierarchy: Hierarchy) => {
  const { start, edges, cm: edgeCm } = hierarchy
  const begin = (side: Side, seeds: readonly Seed[]): void => {
    for (const { state, ms, cm } of seeds) {
      if (ms >= side.ms[state]) continue
      side.cm[state] = cm
      reach(side, state, ms)
    }
  }
  return (side: Side, seeds: readonly Seed[], show: (state: number, ms: number, cm: number) => void): void => {
    const { ms, cm, queue, direction } = side
    begin(side, seeds)
    for (let key = queue.topKey(); key < Infinity; key = queue.topKey()) {
      const state = queue.pop()
      const soFar = ms[state]
      if (soFar < key || stalled(hierarchy, side, state, soFar)) continue
      const soFarCm = cm[state]
      show(state, soFar, soFarCm)
      const along = state * 2 + direction
      const end = start[along + 1] * EDGE_STRIDE
      for (let edge = start[along] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
        const to = edges[edge + EDGE_TO]
        const then = soFar + edges[edge + EDGE_MS]
        if (then >= ms[to]) continue
        cm[to] = soFarCm + edgeCm[edge / EDGE_STRIDE]
        reach(side, to, then)
      }
    }
    clear(side)
  }
}

/** Searches over one hierarchy. Its memory is used again by each search: none may run inside another. */
export const createSearch = (hierarchy: Hierarchy): HierarchySearch => {
  const forward = createSide(FORWARD, hierarchy.states)
  const backward = createSide(BACKWARD, hierarchy.states)
  const climb = createClimb(hierarchy)
  return {
    path: createPathSearch(hierarchy, forward, backward),
    reaching: (targets, show) => climb(backward, targets, show),
    buckets: (targets) => {
      const found: number[] = []
      targets.forEach((seeds, target) =>
        climb(backward, seeds, (state, ms, cm) => {
          found.push(state, target, ms, cm)
        }),
      )
      return sortByState(hierarchy.states, found)
    },
    fromSources: (sources, { first, entries }, ms, cm) =>
      climb(forward, sources, (state, soFar, soFarCm) => {
        const end = first[state + 1]
        for (let entry = first[state]; entry < end; entry += 3) {
          const target = entries[entry]
          const total = soFar + entries[entry + 1]
          if (total >= ms[target]) continue
          ms[target] = total
          cm[target] = soFarCm + entries[entry + 2]
        }
      }),
  }
}

/** Turns what two searches that met have left behind into the path. */
const createTrace = ({ cm: edgeCm, halves }: Hierarchy, forward: Side, backward: Side) => {
  /** The arcs of an edge, in order; an explicit stack, for shortcuts nest deep. */
  const unpack = (edge: number, into: number[]): void => {
    const stack = [edge]
    while (stack.length > 0) {
      const top = stack.pop()!
      const first = halves[2 * top]
      if (first < 0) into.push(~first)
      else stack.push(halves[2 * top + 1], first)
    }
  }
  return (meeting: number, sources: readonly Seed[], targets: readonly Seed[]): Path => {
    const climbed: number[] = []
    let at = meeting
    for (; forward.came[2 * at] >= 0; at = forward.came[2 * at + 1]) climbed.push(forward.came[2 * at])
    const source = sources[~forward.came[2 * at]]
    climbed.reverse()
    for (at = meeting; backward.came[2 * at] >= 0; at = backward.came[2 * at + 1]) climbed.push(backward.came[2 * at])
    const target = targets[~backward.came[2 * at]]
    const arcs: number[] = []
    let cm = source.cm + target.cm
    for (const edge of climbed) {
      cm += edgeCm[edge]
      unpack(edge, arcs)
    }
    return { ms: forward.ms[meeting] + backward.ms[meeting], cm, arcs, source, target }
  }
}
