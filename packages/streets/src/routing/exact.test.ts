import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lineLength } from '@ambit/geo'
import { describe, expect, it } from 'vitest'
import { createHeap } from '../hierarchy/heap.ts'
import { buildRoadGraph } from '../roads/build.ts'
import type { RoadGraph } from '../roads/build.ts'
import { collectRoads } from '../roads/collect.ts'
import type { Profile, Roads } from '../roads/collect.ts'
import { groupByRow } from '../roads/csr.ts'
import { withExtract } from '../sketch.ts'
import { startDrawing } from '../town/drawing.ts'
import type { Drawing, Tags } from '../town/drawing.ts'
import { arcUsable, prepareNetwork } from './network.ts'
import { createRouter } from './router.ts'
import type { OnPiece, Snap } from './snap.ts'

const SHARED = process.env['AMBIT_SHARED'] ?? join(import.meta.dirname, '../../../../../shared')
const LONG = process.env['AMBIT_LONG'] === '1'
const SOURCES = 100
const TARGETS = 100

/** A small deterministic source of numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A town of crooked blocks with one-way streets, closed streets, lights, bollards and signs. */
const drawTown = (size: number, seed: number): Drawing => {
  const random = randomFrom(seed)
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

/** Plain Dijkstra over the graph as it was before any preparation: times in ms to every state. */
const dijkstra = ({ pieces, links }: RoadGraph) => {
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
        lower(links.to[rows.items[i]], best[state] + links.ms[rows.items[i]])
      }
    }
  }
  const to = (source: OnPiece, target: OnPiece): number => {
    const there = arcs(target).flatMap(({ arc, along }) => {
      const entries = links.entryState.subarray(links.entryStart[arc], links.entryStart[arc + 1])
      return [...entries].map((state) => best[state] + Math.round(pieces.arcMs[arc] * along))
    })
    const direct = arcs(source).flatMap(({ arc, along }) =>
      arcs(target)
        .filter((other) => other.arc === arc && other.along >= along)
        .map((other) => Math.round(pieces.arcMs[arc] * (other.along - along))),
    )
    return Math.min(...there, ...direct)
  }
  return { from, to, usable: (piece: number) => arcs({ piece, share: 0 }).length > 0 }
}

const anywhere = (graph: RoadGraph, usable: (piece: number) => boolean, random: () => number) => {
  const pieces = Array.from({ length: graph.pieces.count }, (_, piece) => piece).filter(usable)
  // One place in five is a junction: offsets 0 and 1 are where mistakes hide.
  return (): OnPiece => ({
    piece: pieces[Math.floor(random() * pieces.length)],
    share: random() < 0.2 ? Math.round(random()) : random(),
  })
}

const asSnap = (place: OnPiece): Snap => ({ point: [0, 0], distance: 0, side: 'on', at: [place] })

/** Compares routes and tables with Dijkstra on 100 × 100 pairs; gives the pairs that differ. */
const compare = (roads: Roads, profile: Profile) => {
  const random = randomFrom(20261120)
  const graph = buildRoadGraph(roads, profile)
  const router = createRouter(prepareNetwork(graph, roads.names))
  const plain = dijkstra(graph)
  const pick = anywhere(graph, plain.usable, random)
  const wrong: string[] = []
  for (let i = 0; i < SOURCES; i++) {
    const source = pick()
    const targets = Array.from({ length: TARGETS }, (_, j) => (j === 0 ? { ...source, share: random() } : pick()))
    const table = router.table([asSnap(source)], targets.map(asSnap))
    plain.from(source)
    targets.forEach((target, j) => {
      const expected = plain.to(source, target) / 1000
      const route = router.route(asSnap(source), asSnap(target))
      if (table.duration[j] !== expected || (route?.duration ?? Infinity) !== expected) {
        wrong.push(`${JSON.stringify([source, target])}: ${expected}, ${table.duration[j]}, ${route?.duration}`)
      }
    })
  }
  return wrong
}

describe('routes equal plain Dijkstra', () => {
  it('on a crooked town with every kind of sign, 10,000 pairs by car and on foot', async () => {
    const roads = await withExtract(drawTown(28, 7), (file) => collectRoads(file, undefined))
    expect(compare(roads, 'car')).toEqual([])
    expect(compare(roads, 'foot')).toEqual([])
  })

  it('on twenty small towns, where odd shapes are common', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const roads = await withExtract(drawTown(5, seed), (file) => collectRoads(file, undefined))
      expect(compare(roads, 'car')).toEqual([])
    }
  })

  const extracts = [
    { name: 'baltimore-2015-02-27', long: true },
    { name: 'liechtenstein-2015-07-27', long: false },
    { name: 'heidelberg-roads-2024-09-08', long: true },
    { name: 'porto-metro-roads-2015-06-06', long: true },
  ]
  for (const { name, long } of extracts) {
    const file = join(SHARED, 'data/osm', `${name}.osm.pbf`)
    const reason = existsSync(file)
      ? long && !LONG
        ? ' (skipped: AMBIT_LONG=1 runs it)'
        : ''
      : ' (skipped: no shared data)'
    it.skipIf(reason !== '')(`on ${name}, 10,000 pairs by car and on foot${reason}`, { timeout: 300_000 }, async () => {
      const roads = await collectRoads(file, undefined)
      expect(compare(roads, 'car')).toEqual([])
      expect(compare(roads, 'foot')).toEqual([])
    })
  }
})

describe('what a route says', () => {
  it('is as long as its line, and begins and ends where it was asked to', async () => {
    const roads = await withExtract(drawTown(12, 3), (file) => collectRoads(file, undefined))
    const graph = buildRoadGraph(roads, 'car')
    const router = createRouter(prepareNetwork(graph, roads.names))
    const random = randomFrom(5)
    const corner = (): [number, number] => [153.02334 + random() * 0.009, -27.46844 + random() * 0.008]
    for (let i = 0; i < 300; i++) {
      const [from, to] = [router.snap(corner())!, router.snap(corner())!]
      const route = router.route(from, to)!
      expect(route.geometry[0]).toEqual(from.point)
      expect(route.geometry.at(-1)).toEqual(to.point)
      expect(Math.abs(lineLength(route.geometry) - route.distance)).toBeLessThan(0.5 + route.distance * 0.001)
      expect(route.streets.every((name) => name.startsWith('Street '))).toBe(true)
    }
  })

  it('agrees with its table in distance, and with targets prepared beforehand', async () => {
    const roads = await withExtract(drawTown(12, 3), (file) => collectRoads(file, undefined))
    const router = createRouter(prepareNetwork(buildRoadGraph(roads, 'foot'), roads.names))
    const random = randomFrom(6)
    const stops = Array.from({ length: 25 }, (): [number, number] => [
      153.02334 + random() * 0.009,
      -27.46844 + random() * 0.008,
    ])
    const table = router.table(stops, stops)
    const targets = router.targets(stops)
    stops.forEach((source, i) => {
      const costs = targets.from(source)
      expect([...costs.duration]).toEqual([...table.duration.subarray(i * 25, i * 25 + 25)])
      stops.forEach((stop, j) => {
        expect(router.route(source, stop)!.distance).toBeCloseTo(table.distance[i * 25 + j], 1)
      })
    })
  })

  it('says Infinity and null for a place far from any street', async () => {
    const roads = await withExtract(drawTown(5, 3), (file) => collectRoads(file, undefined))
    const router = createRouter(prepareNetwork(buildRoadGraph(roads, 'car'), roads.names))
    const town: [number, number] = [153.0245, -27.4675]
    const sea: [number, number] = [153.2, -27.4]
    expect(router.snap(sea)).toBeNull()
    expect(router.snap(sea, 50_000)?.distance).toBeGreaterThan(10_000)
    expect(router.route(town, sea)).toBeNull()
    expect([...router.table([town], [sea, town]).duration]).toEqual([Infinity, 0])
    expect([...router.table([sea], [town]).distance]).toEqual([Infinity])
  })
})
