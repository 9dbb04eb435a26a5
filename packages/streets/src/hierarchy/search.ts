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
  /** What the searches back from each target find, for `fromSources`. */
  buckets: (targets: readonly (readonly Seed[])[]) => Buckets
  /** Lowers `ms` and `cm` (by target, prefilled) to what is reachable from the sources. */
  fromSources: (sources: readonly Seed[], buckets: Buckets, ms: Float64Array, cm: Float64Array) => void
}

// A label is four numbers side by side, half a cache line with its neighbour: the round of searching it belongs to, ms,
// and for a path the edge it came by (or a seed's complement) and the state before; for tables the cm instead.
const LABEL = 4
const ROUND = 0
const MS = 1
const EDGE = 2
const CM = 2
const PARENT = 3

/** Forward searches climb the edges up and are stalled by those down; backward ones the other way round. */
const FORWARD = 0
const BACKWARD = 1
type Direction = typeof FORWARD | typeof BACKWARD

type Side = { direction: Direction; labels: Int32Array; queue: Queue }

/** Searches over one hierarchy. Its memory is used again by each search: none may run inside another. */
export const createSearch = (hierarchy: Hierarchy): HierarchySearch => {
  const { states, start, edges, cm: edgeCm } = hierarchy
  const side = (direction: Direction): Side => ({
    direction,
    labels: new Int32Array(states * LABEL),
    queue: createQueue(states),
  })
  const forward = side(FORWARD)
  const backward = side(BACKWARD)
  const trace = createTrace(hierarchy, forward.labels, backward.labels)
  let round = 0

  /** Is there a faster way to the state over a more important one? Then nothing beyond it is on a fastest path. */
  const stalled = ({ direction, labels }: Side, state: number, ms: number): boolean => {
    const against = state * 2 + 1 - direction
    const end = start[against + 1] * EDGE_STRIDE
    for (let edge = start[against] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
      const at = edges[edge + EDGE_TO] * LABEL
      if (labels[at] === round && labels[at + MS] + edges[edge + EDGE_MS] < ms) return true
    }
    return false
  }

  const beginPath = ({ labels, queue }: Side, seeds: readonly Seed[]): void => {
    queue.clear()
    for (let i = 0; i < seeds.length; i++) {
      const { state, ms } = seeds[i]
      const at = state * LABEL
      if (labels[at + ROUND] === round && labels[at + MS] <= ms) continue
      labels[at + ROUND] = round
      labels[at + MS] = ms
      labels[at + EDGE] = ~i
      queue.push(state, ms)
    }
  }

  const relaxPath = ({ direction, labels, queue }: Side, state: number, ms: number): void => {
    const along = state * 2 + direction
    const end = start[along + 1] * EDGE_STRIDE
    for (let edge = start[along] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
      const to = edges[edge + EDGE_TO]
      const at = to * LABEL
      const then = ms + edges[edge + EDGE_MS]
      if (labels[at] === round && labels[at + MS] <= then) continue
      labels[at] = round
      labels[at + MS] = then
      labels[at + EDGE] = edge / EDGE_STRIDE
      labels[at + PARENT] = state
      queue.push(to, then)
    }
  }

  const path: HierarchySearch['path'] = (sources, targets, limit) => {
    round++
    beginPath(forward, sources)
    beginPath(backward, targets)
    let best = limit
    let meeting = -1
    const step = (own: Side, other: Side): void => {
      const key = own.queue.topKey()
      const state = own.queue.pop()
      const at = state * LABEL
      const ms = own.labels[at + MS]
      if (ms < key) return
      if (other.labels[at] === round && ms + other.labels[at + MS] < best) {
        best = ms + other.labels[at + MS]
        meeting = state
      }
      if (!stalled(own, state, ms)) relaxPath(own, state, ms)
    }
    for (;;) {
      const forwardOpen = forward.queue.topKey() < best
      if (forwardOpen) step(forward, backward)
      if (backward.queue.topKey() < best) step(backward, forward)
      else if (!forwardOpen) break
    }
    return meeting < 0 ? null : trace(meeting, sources, targets)
  }

  const beginCosts = ({ labels, queue }: Side, seeds: readonly Seed[]): void => {
    queue.clear()
    for (const { state, ms, cm } of seeds) {
      const at = state * LABEL
      if (labels[at + ROUND] === round && labels[at + MS] <= ms) continue
      labels[at + ROUND] = round
      labels[at + MS] = ms
      labels[at + CM] = cm
      queue.push(state, ms)
    }
  }

  const relaxCosts = ({ direction, labels, queue }: Side, state: number, ms: number, cm: number): void => {
    const along = state * 2 + direction
    const end = start[along + 1] * EDGE_STRIDE
    for (let edge = start[along] * EDGE_STRIDE; edge < end; edge += EDGE_STRIDE) {
      const to = edges[edge + EDGE_TO]
      const at = to * LABEL
      const then = ms + edges[edge + EDGE_MS]
      if (labels[at] === round && labels[at + MS] <= then) continue
      labels[at] = round
      labels[at + MS] = then
      labels[at + CM] = cm + edgeCm[edge / EDGE_STRIDE]
      queue.push(to, then)
    }
  }

  /** Climbs from the seeds as far as fastest paths go, and shows each state that is reached. */
  const climb = (own: Side, seeds: readonly Seed[], reach: (state: number, ms: number, cm: number) => void): void => {
    round++
    beginCosts(own, seeds)
    for (let key = own.queue.topKey(); key < Infinity; key = own.queue.topKey()) {
      const state = own.queue.pop()
      const ms = own.labels[state * LABEL + MS]
      if (ms < key || stalled(own, state, ms)) continue
      const cm = own.labels[state * LABEL + CM]
      reach(state, ms, cm)
      relaxCosts(own, state, ms, cm)
    }
  }

  return {
    path,
    buckets: (targets) => {
      const found: number[] = []
      targets.forEach((seeds, target) =>
        climb(backward, seeds, (state, ms, cm) => {
          found.push(state, target, ms, cm)
        }),
      )
      return sortByState(states, found)
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

/** Turns the labels of a search that met into the path. */
const createTrace = (
  { cm: edgeCm, first: firstHalf, second }: Hierarchy,
  forward: Int32Array,
  backward: Int32Array,
) => {
  /** The arcs of an edge, in order; an explicit stack, for shortcuts nest deep. */
  const unpack = (edge: number, into: number[]): void => {
    const stack = [edge]
    while (stack.length > 0) {
      const top = stack.pop()!
      const first = firstHalf[top]
      if (first < 0) into.push(~first)
      else stack.push(second[top], first)
    }
  }
  return (meeting: number, sources: readonly Seed[], targets: readonly Seed[]): Path => {
    const climbed: number[] = []
    let at = meeting * LABEL
    for (; forward[at + EDGE] >= 0; at = forward[at + PARENT] * LABEL) climbed.push(forward[at + EDGE])
    const source = sources[~forward[at + EDGE]]
    climbed.reverse()
    for (at = meeting * LABEL; backward[at + EDGE] >= 0; at = backward[at + PARENT] * LABEL) {
      climbed.push(backward[at + EDGE])
    }
    const target = targets[~backward[at + EDGE]]
    const arcs: number[] = []
    let cm = source.cm + target.cm
    for (const edge of climbed) {
      cm += edgeCm[edge]
      unpack(edge, arcs)
    }
    return { ms: forward[meeting * LABEL + MS] + backward[meeting * LABEL + MS], cm, arcs, source, target }
  }
}
