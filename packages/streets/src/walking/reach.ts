import { createQueue } from '../hierarchy/queue.ts'
import type { FootGraph, Footing } from './foot-graph.ts'

/** Longer than any walk, in cm, and small enough to be added to without overflow */
export const UNREACHED = 2 ** 30

export type Start = Footing & {
  /** Index of the place in the question */
  origin: number
}

/**
 * Walking from many places at once, no farther than a limit: to each junction the way from the nearest of them
 * (Dijkstra 1959). The memory is used again by each walk.
 */
export type Reach = {
  /** By junction: cm from the nearest start, UNREACHED beyond the limit */
  cm: Int32Array
  /** By junction: the origin of that start */
  origin: Int32Array
  /** The junctions that the last walk reached */
  touched: number[]
  begin: (starts: readonly Start[], limitCm: number) => void
  /** Goes on for so many junctions; true when nothing is left within the limit. */
  advance: (junctions: number) => boolean
}

export const createReach = ({ network, endA, endB, start, items, states }: FootGraph): Reach => {
  const { lengthCm } = network.pieces
  const cm = new Int32Array(states).fill(UNREACHED)
  const origin = new Int32Array(states)
  const queue = createQueue(states)
  const touched: number[] = []
  let limit = 0

  const lower = (state: number, way: number, from: number): void => {
    if (way > limit || way >= cm[state]) return
    if (cm[state] === UNREACHED) touched.push(state)
    cm[state] = way
    origin[state] = from
    queue.push(state, way)
  }

  return {
    cm,
    origin,
    touched,
    begin: (starts, limitCm) => {
      for (const state of touched) cm[state] = UNREACHED
      touched.length = 0
      queue.clear()
      limit = limitCm
      for (const { piece, share, origin: from } of starts) {
        lower(endA[piece], Math.round(lengthCm[piece] * share), from)
        lower(endB[piece], Math.round(lengthCm[piece] * (1 - share)), from)
      }
    },
    advance: (junctions) => {
      for (let count = 0; count < junctions; count++) {
        const way = queue.topKey()
        if (way === Infinity) return true
        const state = queue.pop()
        if (cm[state] < way) continue
        for (let i = start[state]; i < start[state + 1]; i++) {
          const piece = items[i]
          lower(endA[piece] === state ? endB[piece] : endA[piece], way + lengthCm[piece], origin[state])
        }
      }
      return queue.topKey() === Infinity
    },
  }
}
