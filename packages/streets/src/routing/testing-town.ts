import { mulberry32 } from '@ambit/random'
import { createHeap } from '../hierarchy/heap.ts'
import type { RoadGraph } from '../roads/build.ts'
import { groupByRow } from '../roads/csr.ts'
import { startDrawing } from '../osm/drawing.ts'
import type { Drawing, Tags } from '../osm/drawing.ts'
import { arcUsable } from './network.ts'
import type { OnPiece, Snap } from './snap.ts'

/** A town of crooked blocks with one-way streets, closed streets, lights, bollards and signs. */
export const drawTown = (size: number, seed: number): Drawing => {
  const random = mulberry32(seed)
  const drawing = startDrawing()
  const corners = Array.from({ length: size * size }, (_, i) => {
    const tags: Tags = random() < 0.08 ? { highway: 'traffic_signals' } : random() < 0.03 ? { barrier: 'bollard' } : {}
    return drawing.node([(i % size) * 90 + random() * 40, Math.floor(i / size) * 90 + random() * 40], tags)
  })
  const ways: { way: number; a: number; b: number }[] = []
  const kinds = ['residential', 'residential', 'tertiary', 'service', 'primary', 'footway']
  const street = (a: number, b: number): void => {
    if (random() < 0.12) return
    const oneway: Tags = random() < 0.25 ? { oneway: random() < 0.5 ? 'yes' : '-1' } : {}
    const highway = kinds[Math.floor(random() * kinds.length)]
    ways.push({ way: drawing.way([corners[a], corners[b]], { highway, name: `Street ${a}`, ...oneway }), a, b })
  }
  for (let i = 0; i < size * size; i++) {
    if (i % size < size - 1) street(i, i + 1)
    if (i < size * (size - 1)) street(i, i + size)
  }
  for (let i = 0; i < ways.length / 6; i++) {
    const from = ways[Math.floor(random() * ways.length)]
    const onward = ways.filter((other) => other.a === from.b || other.b === from.b)
    const to = onward[Math.floor(random() * onward.length)]
    const beyond = ways.filter((other) => other !== to && (other.a === to.b || other.b === to.b))
    const over = random() < 0.4 && beyond.length > 0
    const last = over ? beyond[Math.floor(random() * beyond.length)] : to
    drawing.relation(
      [
        { type: 'way', ref: from.way, role: 'from' },
        over ? { type: 'way', ref: to.way, role: 'via' } : { type: 'node', ref: corners[from.b], role: 'via' },
        { type: 'way', ref: last.way, role: 'to' },
      ],
      { type: 'restriction', restriction: random() < 0.7 ? 'no_left_turn' : 'only_straight_on' },
    )
  }
  return drawing
}

/**
 * Plain Dijkstra over the graph as it was before any preparation: times in ms to every state. Closed pieces are driven
 * off, never onto.
 */
export const dijkstra = ({ pieces, links }: RoadGraph, closed: ReadonlySet<number> = new Set()) => {
  const rows = groupByRow(links.states, links.from)
  const best = new Float64Array(links.states)
  const heap = createHeap(links.states)
  const lower = (state: number, ms: number): void => {
    if (ms >= best[state]) return
    best[state] = ms
    heap.push(state, ms)
  }
  const lists = { exitStart: links.exitStart, entryStart: links.entryStart, arcMs: pieces.arcMs }
  const arcs = ({ piece, share }: OnPiece) =>
    [
      { arc: piece * 2, along: share },
      { arc: piece * 2 + 1, along: 1 - share },
    ].filter(({ arc }) => arcUsable(lists, arc))
  const from = (source: OnPiece): void => {
    best.fill(Infinity)
    for (const { arc, along } of arcs(source)) {
      const rest = Math.round(pieces.arcMs[arc] * (1 - along))
      for (let i = links.exitStart[arc]; i < links.exitStart[arc + 1]; i++) {
        lower(links.exitState[i], rest + links.exitMs[i])
      }
    }
    while (heap.size() > 0) {
      const state = heap.pop()
      for (let i = rows.start[state]; i < rows.start[state + 1]; i++) {
        const link = rows.items[i]
        if (!closed.has(links.arc[link] >> 1)) lower(links.to[link], best[state] + links.ms[link])
      }
    }
  }
  const to = (source: OnPiece, target: OnPiece): number => {
    const there = (closed.has(target.piece) ? [] : arcs(target)).flatMap(({ arc, along }) => {
      const entries = links.entryState.subarray(links.entryStart[arc], links.entryStart[arc + 1])
      return [...entries].map((state) => best[state] + Math.round(pieces.arcMs[arc] * along))
    })
    const direct = arcs(source).flatMap(({ arc, along }) =>
      arcs(target)
        .filter((other) => other.arc === arc && other.along >= along)
        .filter((other) => other.along === along || !closed.has(target.piece))
        .map((other) => Math.round(pieces.arcMs[arc] * (other.along - along))),
    )
    return Math.min(...there, ...direct)
  }
  return { from, to, usable: (piece: number) => arcs({ piece, share: 0 }).length > 0 }
}

export const anywhere = (graph: RoadGraph, usable: (piece: number) => boolean, random: () => number) => {
  const pieces = Array.from({ length: graph.pieces.count }, (_, piece) => piece).filter(usable)
  // One place in five is a junction: offsets 0 and 1 are where mistakes hide.
  return (): OnPiece => ({
    piece: pieces[Math.floor(random() * pieces.length)],
    share: random() < 0.2 ? Math.round(random()) : random(),
  })
}

export const asSnap = (place: OnPiece): Snap => ({ point: [0, 0], distance: 0, side: 'on', at: [place] })
