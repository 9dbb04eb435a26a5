import { groupByRow } from './csr.ts'
import { arcHead, arcTail, reverseArc } from './pieces.ts'
import type { Pieces } from './pieces.ts'
import type { ForbiddenSequence } from './restrictions.ts'
import { turnMs } from './turns.ts'

/**
 * The graph that is searched. For a car a state is "about to drive this arc" (turns cost and may be forbidden), on foot
 * it is a junction. A link drives or walks one whole arc and ends in the next state.
 */
export type LinkGraph = {
  states: number
  from: Int32Array
  to: Int32Array
  ms: Int32Array
  cm: Int32Array
  arc: Int32Array
  /** Behind the end of arc a one may continue in `exitState[exitStart[a]]`..., after so many ms of turning. */
  exitStart: Int32Array
  exitState: Int32Array
  exitMs: Int32Array
  /** The states from which arc a may be entered, `entryState[entryStart[a]]`... */
  entryStart: Int32Array
  entryState: Int32Array
}

/** Arcs that leave each vertex. */
export const arcsByTail = (pieces: Pieces): ((vertex: number) => Int32Array) => {
  const tails = Int32Array.from(pieces.arcMs, (ms, arc) => (ms < 0 ? -1 : arcTail(pieces, arc)))
  const rows = groupByRow(pieces.vertices, tails)
  return (vertex) => rows.items.subarray(rows.start[vertex], rows.start[vertex + 1])
}

/** How many pieces meet at each vertex, for any user. */
const degrees = (pieces: Pieces): Int32Array => {
  const degree = new Int32Array(pieces.vertices)
  for (let piece = 0; piece < pieces.count; piece++) {
    degree[pieces.from[piece]]++
    degree[pieces.to[piece]]++
  }
  return degree
}

const key = (sequence: readonly number[]): string => sequence.join(',')

/**
 * Follows the forbidden sequences as a car drives: a state per arc, and one more for each begun sequence of two or
 * more arcs, so that a turn may depend on where the car came from (Aho and Corasick's automaton over arcs).
 */
const createSequences = (arcs: number, forbidden: readonly ForbiddenSequence[]) => {
  const forbiddenKeys = new Set(forbidden.map(key))
  const longest = forbidden.reduce((most, sequence) => Math.max(most, sequence.length), 2)
  const watched = new Set(forbidden.flatMap((sequence) => sequence))
  const begun = new Map<string, number>()
  const histories: number[][] = []
  for (const sequence of forbidden) {
    for (let length = 2; length < sequence.length; length++) {
      const prefix = sequence.slice(0, length)
      if (begun.has(key(prefix))) continue
      begun.set(key(prefix), arcs + histories.length)
      histories.push(prefix)
    }
  }
  return {
    states: arcs + histories.length,
    arcOf: (state: number): number => (state < arcs ? state : histories[state - arcs].at(-1)!),
    /** The state after going on to `arc`, or -1 when a sign forbids it. */
    next: (state: number, arc: number): number => {
      if (!watched.has(arc)) return arc
      const history = [...(state < arcs ? [state] : histories[state - arcs]), arc].slice(-longest)
      let best = arc
      // From the shortest end to the longest: the longest begun sequence is the one to remember.
      for (let start = history.length - 2; start >= 0; start--) {
        const tail = key(history.slice(start))
        if (forbiddenKeys.has(tail)) return -1
        best = begun.get(tail) ?? best
      }
      return best
    },
  }
}

type Open = { from: number[]; to: number[]; ms: number[]; arc: number[]; turn: number[] }

const createOpen = (): Open => ({ from: [], to: [], ms: [], arc: [], turn: [] })

const close = (open: Open, pieces: Pieces) => ({
  from: Int32Array.from(open.from),
  to: Int32Array.from(open.to),
  ms: Int32Array.from(open.ms),
  arc: Int32Array.from(open.arc),
  cm: Int32Array.from(open.arc, (arc) => pieces.lengthCm[arc >> 1]),
})

export const carLinks = (
  pieces: Pieces,
  forbidden: readonly ForbiddenSequence[],
  arcsOut: (vertex: number) => Int32Array,
): LinkGraph => {
  const arcs = pieces.count * 2
  const degree = degrees(pieces)
  const sequences = createSequences(arcs, forbidden)
  const open = createOpen()
  const link = (state: number, arc: number, next: number, target: number): void => {
    const turn = turnMs(pieces, arc, target, degree[arcHead(pieces, arc)])
    open.from.push(state)
    open.to.push(next)
    open.arc.push(arc)
    open.turn.push(turn)
    open.ms.push(pieces.arcMs[arc] + turn)
  }
  for (let state = 0; state < sequences.states; state++) {
    const arc = sequences.arcOf(state)
    if (pieces.arcMs[arc] < 0) continue
    const back = reverseArc(arc)
    let onward = 0
    for (const target of arcsOut(arcHead(pieces, arc))) {
      const next = target === back ? -1 : sequences.next(state, target)
      if (next < 0) continue
      onward++
      link(state, arc, next, target)
    }
    // Only where nothing else is left does a bus turn on the spot.
    if (onward === 0 && pieces.arcMs[back] >= 0) link(state, arc, back, back)
  }

  const graph = close(open, pieces)
  const exits = groupByRow(
    arcs,
    Int32Array.from(graph.from, (state) => (state < arcs ? state : -1)),
  )
  const entries = groupByRow(
    arcs,
    Int32Array.from({ length: sequences.states }, (_, state) => sequences.arcOf(state)),
  )
  return {
    states: sequences.states,
    ...graph,
    exitStart: exits.start,
    exitState: exits.items.map((item) => graph.to[item]),
    exitMs: exits.items.map((item) => open.turn[item]),
    entryStart: entries.start,
    entryState: entries.items,
  }
}

export const footLinks = (pieces: Pieces): LinkGraph => {
  const arcs = pieces.count * 2
  const open = createOpen()
  for (let arc = 0; arc < arcs; arc++) {
    if (pieces.arcMs[arc] < 0) continue
    open.from.push(arcTail(pieces, arc))
    open.to.push(arcHead(pieces, arc))
    open.ms.push(pieces.arcMs[arc])
    open.arc.push(arc)
  }
  const one = Int32Array.from({ length: arcs + 1 }, (_, arc) => arc)
  return {
    states: pieces.vertices,
    ...close(open, pieces),
    exitStart: one,
    exitState: Int32Array.from({ length: arcs }, (_, arc) => arcHead(pieces, arc)),
    exitMs: new Int32Array(arcs),
    entryStart: one,
    entryState: Int32Array.from({ length: arcs }, (_, arc) => arcTail(pieces, arc)),
  }
}
