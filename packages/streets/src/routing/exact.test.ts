import { mulberry32 } from '@ambit/random'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lineLength } from '@ambit/geo'
import { describe, expect, it } from 'vitest'
import { buildRoadGraph } from '../roads/build.ts'
import { collectRoads } from '../roads/collect.ts'
import type { Profile, Roads } from '../roads/collect.ts'
import { withExtract } from '../sketch.ts'
import { prepareNetwork } from './network.ts'
import { createRouter } from './router.ts'
import { anywhere, asSnap, dijkstra, drawTown } from './testing-town.ts'

const SHARED = process.env['AMBIT_SHARED'] ?? join(import.meta.dirname, '../../../../../shared')
const LONG = process.env['AMBIT_LONG'] === '1'
const SOURCES = 100
const TARGETS = 100

/** Compares routes and tables with Dijkstra on 100 × 100 pairs; gives the pairs that differ. */
const compare = (roads: Roads, profile: Profile) => {
  const random = mulberry32(20261120)
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
  it('for 10,000 pairs by car and on foot in a crooked town with every kind of sign', async () => {
    const roads = await withExtract(drawTown(28, 7), (file) => collectRoads(file, undefined))
    expect(compare(roads, 'car')).toEqual([])
    expect(compare(roads, 'foot')).toEqual([])
  })

  it('in twenty small towns, where odd shapes are common', async () => {
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

describe('a route', () => {
  it('is as long as its line, and begins and ends at the requested places', async () => {
    const roads = await withExtract(drawTown(12, 3), (file) => collectRoads(file, undefined))
    const graph = buildRoadGraph(roads, 'car')
    const router = createRouter(prepareNetwork(graph, roads.names))
    const random = mulberry32(5)
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

  it('has the distance of its table and of prepared targets', async () => {
    const roads = await withExtract(drawTown(12, 3), (file) => collectRoads(file, undefined))
    const router = createRouter(prepareNetwork(buildRoadGraph(roads, 'foot'), roads.names))
    const random = mulberry32(6)
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

  it('is null, and Infinity in a table, for a place far from any street', async () => {
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
