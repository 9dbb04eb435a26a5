import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pointInRing } from '@ambit/geo'
import { readExtract, type OsmNode, type OsmRelation, type OsmWay, type ReadSummary } from '@ambit/streets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDemoTown } from './demo-town.ts'
import type { TownSummary } from './demo-town.ts'

let home: string
let town: TownSummary
let summary: ReadSummary
const nodes = new Map<number, OsmNode>()
const ways: OsmWay[] = []
const waysById = new Map<number, OsmWay>()
const relations: OsmRelation[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'ambit-town-'))
  town = await writeDemoTown({ file: join(home, 'town.osm.pbf'), seed: 7 })
  summary = await readExtract(join(home, 'town.osm.pbf'), {
    onNode: (node) => nodes.set(node.id, node),
    onWay: (way) => {
      ways.push(way)
      waysById.set(way.id, way)
    },
    onRelation: (relation) => relations.push(relation),
  })
})
afterAll(() => rm(home, { recursive: true, force: true }))

const wayById = (id: number): OsmWay | undefined => waysById.get(id)
const placeOf = (ref: number): readonly [number, number] => {
  const node = nodes.get(ref)
  if (!node) throw new Error(`no node ${ref}`)
  return [node.lon, node.lat]
}
const isRoad = (way: OsmWay): boolean =>
  way.tags.highway !== undefined && !['footway', 'cycleway'].includes(way.tags.highway)

describe('the demo town', () => {
  it('is the same to the byte for the same seed', async () => {
    const digest = async (seed: number): Promise<string> => {
      const file = join(home, `again-${seed}.osm.pbf`)
      await writeDemoTown({ file, seed })
      return createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
    }
    const first = createHash('sha256')
      .update(await readFile(join(home, 'town.osm.pbf')))
      .digest('hex')
    expect(await digest(7)).toBe(first)
  })

  it('is a town of some 40,000 people in several hundred named streets', () => {
    expect(town.demo).toBe(true)
    expect(town.population).toBeGreaterThan(34_000)
    expect(town.population).toBeLessThan(50_000)
    const names = new Set(ways.filter(isRoad).map((way) => way.tags.name ?? ''))
    expect(names.size).toBeGreaterThan(400)
    expect(names).toContain('Ocean Street')
    const numbered = ways.filter((way) => way.tags['addr:housenumber'] !== undefined)
    expect(numbered.length).toBeGreaterThanOrEqual(town.houseNumbers)
  })

  it('refers only to nodes and members that it holds', () => {
    expect(ways.every((way) => way.refs.every((ref) => nodes.has(ref)))).toBe(true)
    for (const relation of relations) {
      for (const { type, ref } of relation.members) {
        expect(type === 'node' ? nodes.has(ref) : wayById(ref) !== undefined).toBe(true)
      }
    }
    expect(summary.nodes).toBe(nodes.size)
  })

  it('can be driven through from end to end', () => {
    const roadsAt = new Map<number, OsmWay[]>()
    const roads = ways.filter(isRoad)
    for (const way of roads) for (const ref of way.refs) roadsAt.set(ref, [...(roadsAt.get(ref) ?? []), way])
    const reached = new Set(roads.slice(0, 1))
    for (const way of reached) for (const ref of way.refs) for (const next of roadsAt.get(ref) ?? []) reached.add(next)
    expect(reached.size).toBe(roads.length)
  })

  it('ends no main road in a field inside the town', () => {
    const main = ways.filter((way) => ['primary', 'secondary', 'tertiary'].includes(way.tags.highway ?? ''))
    const meetings = new Map<number, number>()
    for (const way of ways.filter(isRoad)) for (const ref of way.refs) meetings.set(ref, (meetings.get(ref) ?? 0) + 1)
    const [west, south, east, north] = town.bbox
    const loose = main
      .flatMap((way) => [way.refs[0], way.refs[way.refs.length - 1]])
      .filter((ref) => meetings.get(ref) === 1)
      .map(placeOf)
      .filter(([lng, lat]) => lng > west + 0.012 && lng < east && lat > south && lat < north)
    expect(loose).toEqual([])
  })

  it('has the land on the left of its coast, and the sea on the right', () => {
    const coast = ways.filter((way) => way.tags.natural === 'coastline')
    expect(coast.length).toBeGreaterThan(0)
    for (const way of coast) {
      const line = way.refs.map(placeOf)
      const nearest = line.reduce((best, point) =>
        Math.abs(point[1] - town.centre[1]) < Math.abs(best[1] - town.centre[1]) ? point : best,
      )
      const next = line[line.indexOf(nearest) + 1]
      const cross =
        (next[0] - nearest[0]) * (town.centre[1] - nearest[1]) - (next[1] - nearest[1]) * (town.centre[0] - nearest[0])
      expect(cross).toBeGreaterThan(0)
    }
  })

  it('numbers one side of a street odd and the other even', () => {
    const street = ways.filter((way) => way.tags['addr:street'] === 'Ocean Street' && way.tags.building)
    const road = ways.filter((way) => way.tags.name === 'Ocean Street').flatMap((way) => way.refs.map(placeOf))
    const sideOf = (way: OsmWay): number => {
      const at = placeOf(way.refs[0])
      const near = road.reduce(
        (best, point, i) => (Math.abs(point[1] - at[1]) < Math.abs(road[best][1] - at[1]) ? i : best),
        0,
      )
      return Math.sign(at[0] - road[near][0])
    }
    const sides = { odd: new Map<number, number>(), even: new Map<number, number>() }
    for (const way of street) {
      const parity = Number(way.tags['addr:housenumber']) % 2 === 1 ? 'odd' : 'even'
      sides[parity].set(sideOf(way), (sides[parity].get(sideOf(way)) ?? 0) + 1)
    }
    const main = (counts: Map<number, number>): number => [...counts].toSorted((a, b) => b[1] - a[1])[0][0]
    expect(street.length).toBeGreaterThan(60)
    expect(main(sides.odd)).toBe(-main(sides.even))
  })

  it('has bridges, roundabouts, one-way streets, forbidden turns and stations to test a service against', () => {
    const bridges = new Set(ways.map((way) => way.tags['bridge:name']).filter((name) => name !== undefined))
    expect(bridges).toEqual(new Set(['Lorimer Bridge', 'Millwheel Bridge', 'Breakwater Bridge', 'Cobbler Bridge']))
    expect(ways.filter((way) => way.tags.junction === 'roundabout').length).toBe(town.roundabouts)
    expect(town.roundabouts).toBeGreaterThan(1)
    const oneway = new Set(ways.filter((way) => way.tags.oneway === 'yes').map((way) => way.tags.name))
    expect(oneway).toContain('Victory Street')
    expect(oneway).toContain('Macalister Street')
    for (const name of [
      'Halloran Base Hospital',
      'Port Halloran Library',
      'Port Halloran Town Hall',
      'Saltwood Station',
    ]) {
      expect([...ways, ...nodes.values()].some((thing) => thing.tags.name === name)).toBe(true)
    }
  })

  it('forbids turns only between roads that meet at the node in question', () => {
    const restrictions = relations.filter((relation) => relation.tags.type === 'restriction')
    expect(restrictions.length).toBe(town.turnRestrictions)
    expect(restrictions.length).toBeGreaterThan(5)
    for (const { members } of restrictions) {
      const via = members.find((member) => member.role === 'via')?.ref
      for (const role of ['from', 'to']) {
        const way = wayById(members.find((member) => member.role === role)?.ref ?? 0)
        expect([way?.refs[0], way?.refs.at(-1)]).toContain(via)
      }
    }
  })

  it('divides the town into suburbs, each around its own centre', () => {
    expect(town.suburbs.length).toBeGreaterThanOrEqual(8)
    for (const suburb of town.suburbs) {
      expect(pointInRing(suburb.centre, suburb.polygon)).toBe(true)
      expect(town.suburbs.filter((other) => pointInRing(suburb.centre, other.polygon))).toEqual([suburb])
    }
  })
})
