import { mulberry32 } from '@ambit/random'
import { describe, expect, it } from 'vitest'
import { buildRoadGraph } from '../roads/build.ts'
import { collectRoads } from '../roads/collect.ts'
import type { Roads } from '../roads/collect.ts'
import { withExtract } from '../sketch.ts'
import { closedPieces, drawPieces } from './closures.ts'
import { prepareNetwork } from './network.ts'
import { createRouter } from './router.ts'
import { anywhere, asSnap, dijkstra, drawTown } from './testing-town.ts'

const roadsOf = (size: number, seed: number): Promise<Roads> =>
  withExtract(drawTown(size, seed), (file) => collectRoads(file, undefined))

/** Routes and tables beside Dijkstra without the closed pieces; gives the pairs that differ, and how many go round. */
const compare = (roads: Roads, count: number, random: () => number, sources: number) => {
  const graph = buildRoadGraph(roads, 'car')
  const open = createRouter(prepareNetwork(graph, roads.names))
  const pick = anywhere(graph, dijkstra(graph).usable, random)
  const closed = new Set(Array.from({ length: count }, () => pick().piece))
  const router = open.without(closed)
  const plain = dijkstra(graph, closed)
  const wrong: string[] = []
  let round = 0
  const places = Array.from({ length: sources }, pick)
  // Some places on the very street that another one begins on.
  const targets = [...Array.from({ length: 40 }, pick), ...places.map((place) => ({ ...place, share: random() }))]
  const table = router.table(places.map(asSnap), targets.map(asSnap))
  places.forEach((source, row) => {
    plain.from(source)
    targets.forEach((target, j) => {
      const expected = plain.to(source, target) / 1000
      const route = router.route(asSnap(source), asSnap(target))
      const entry = table.duration[row * targets.length + j]
      if (expected !== (open.route(asSnap(source), asSnap(target))?.duration ?? Infinity)) round++
      if (entry !== expected || (route?.duration ?? Infinity) !== expected)
        wrong.push(`${JSON.stringify([source, target])}: ${expected}, ${entry}, ${route?.duration}`)
    })
  })
  return { wrong, round }
}

describe('routes round closures equal plain Dijkstra without the closed pieces', () => {
  it('with one, a dozen and a hundred closures in a crooked town with every kind of sign', async () => {
    const roads = await roadsOf(28, 7)
    for (const count of [1, 12, 100]) {
      const { wrong, round } = compare(roads, count, mulberry32(count), 25)
      expect(wrong).toEqual([])
      expect(round).toBeGreaterThan(0)
    }
  })

  it('in twenty small towns, where odd shapes are common', async () => {
    for (let seed = 1; seed <= 20; seed++)
      expect(compare(await roadsOf(5, seed), 3, mulberry32(seed), 10).wrong).toEqual([])
  })
})

describe('a closure', () => {
  it('closes the street at its point, or every street within its radius', async () => {
    const roads = await roadsOf(12, 3)
    const network = prepareNetwork(buildRoadGraph(roads, 'car'), roads.names)
    const { at, point } = createRouter(network).snap([153.0275, -27.4645])!
    const here = closedPieces(network, { point, reach: 0 })
    expect(here).toEqual(at.map(({ piece }) => piece).toSorted((a, b) => a - b))
    const around = closedPieces(network, { point, reach: 150 })
    expect(around).toEqual(expect.arrayContaining(here))
    expect(around.length).toBeGreaterThan(here.length)
    expect(drawPieces(network, here).streets.every((name) => name.startsWith('Street '))).toBe(true)
    expect(drawPieces(network, here).lines.every((line) => line.length >= 2)).toBe(true)
    expect(closedPieces(network, { point: [153.2, -27.4], reach: 0 })).toEqual([])
  })

  it('lets a vehicle that stands on it leave, and none in or through', async () => {
    const roads = await roadsOf(12, 3)
    const network = prepareNetwork(buildRoadGraph(roads, 'car'), roads.names)
    const open = createRouter(network)
    const random = mulberry32(11)
    const corner = (): [number, number] => [153.02334 + random() * 0.009, -27.46844 + random() * 0.008]
    let left = 0
    for (let i = 0; i < 60; i++) {
      const [from, to] = [open.snap(corner())!, open.snap(corner())!]
      if (from.at.length > 1 || from.at.some(({ piece }) => to.at.some((other) => other.piece === piece))) continue
      const router = open.without(new Set(from.at.map(({ piece }) => piece)))
      expect(router.route(to, from)).toBeNull()
      expect(router.table([to], [from]).duration[0]).toBe(Infinity)
      const away = router.route(from, to)
      if (away === null) continue
      left++
      expect(away.duration).toBeGreaterThanOrEqual(open.route(from, to)!.duration)
      expect(away.geometry[0]).toEqual(from.point)
      expect(away.geometry.at(-1)).toEqual(to.point)
    }
    expect(left).toBeGreaterThan(20)
  })
})
