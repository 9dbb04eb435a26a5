import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withExtract } from '../sketch.ts'
import { startDrawing } from './drawing.ts'
import { toLngLat } from './plane.ts'
import { createIdMap } from './id-map.ts'
import { readExtract } from './read.ts'
import type { OsmNode, OsmRelation, OsmWay, ReadOptions } from './read.ts'

const SHARED = process.env['AMBIT_SHARED'] ?? join(import.meta.dirname, '../../../../../shared')

const readAll = async (file: string, options: ReadOptions = {}) => {
  const read = { nodes: new Array<OsmNode>(), ways: new Array<OsmWay>(), relations: new Array<OsmRelation>() }
  const summary = await readExtract(file, {
    ...options,
    onNode: (node) => read.nodes.push(node),
    onWay: (way) => read.ways.push(way),
    onRelation: (relation) => read.relations.push(relation),
  })
  return { ...read, summary }
}

describe('reading an extract', () => {
  const drawing = startDrawing()
  const [a, b, c, d] = [0, 100, 2000, 2100].map((x) => drawing.node([x, 0], x === 0 ? { shop: 'bakery' } : {}))
  const near = drawing.way([a, b], { highway: 'residential', name: 'Söderstraße' })
  const across = drawing.way([b, c], { highway: 'primary' })
  const far = drawing.way([c, d], { highway: 'track' })
  drawing.relation([{ type: 'way', ref: near, role: 'from' }], { type: 'restriction' })
  drawing.relation([{ type: 'way', ref: far, role: 'outer' }], { type: 'multipolygon' })

  it('gives back what was written', async () => {
    const read = await withExtract(drawing, (file) => readAll(file))
    expect(read.nodes.map((node) => node.id)).toEqual([a, b, c, d])
    expect(read.nodes[0].tags).toEqual({ shop: 'bakery' })
    expect(read.nodes[1].lon).toBeCloseTo(toLngLat([100, 0])[0], 6)
    expect(read.ways.map((way) => way.refs)).toEqual([
      [a, b],
      [b, c],
      [c, d],
    ])
    expect(read.ways[0].tags['name']).toBe('Söderstraße')
    expect(read.relations[0]).toEqual({
      id: 1,
      members: [{ type: 'way', ref: near, role: 'from' }],
      tags: { type: 'restriction' },
    })
    expect(read.summary).toMatchObject({ nodes: 4, ways: 3, relations: 2 })
  })

  it('keeps whole ways that touch a bounding box, and only the relations of those ways', async () => {
    const [west, south] = toLngLat([-50, -50])
    const [east, north] = toLngLat([500, 50])
    const read = await withExtract(drawing, (file) => readAll(file, { bbox: [west, south, east, north] }))
    expect(read.nodes.map((node) => node.id)).toEqual([a, b, c])
    expect(read.ways.map((way) => way.id)).toEqual([near, across])
    expect(read.relations.map((relation) => relation.tags['type'])).toEqual(['restriction'])
    expect(read.summary.bbox[2]).toBeLessThan(east)
  })

  it('reports an error when the bounding box holds no roads', async () => {
    const nowhere = withExtract(drawing, (file) => readAll(file, { bbox: [1, 1, 2, 2] }))
    await expect(nowhere).rejects.toMatchObject({ code: 'no_roads' })
  })

  const baltimore = join(SHARED, 'data/osm/baltimore-2015-02-27.osm.pbf')
  it.skipIf(!existsSync(baltimore))('computes the box from the data (skipped without the shared data)', async () => {
    const shares: number[] = []
    const { bbox, nodes } = await readExtract(baltimore, { onProgress: (share) => shares.push(share) })
    expect(nodes).toBe(51385)
    expect(bbox).toEqual([-76.6641681, 39.2189088, -76.4819289, 39.3471199])
    expect(shares.at(-1)).toBe(1)
  })
})

describe('numbering ids', () => {
  it('behaves as a Map does, for ids of any size', () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2 ** 40 }))
    fc.assert(
      fc.property(fc.array(id, { maxLength: 400 }), fc.array(id, { maxLength: 50 }), (added, asked) => {
        const map = createIdMap(1)
        const model = new Map<number, number>()
        for (const key of added) {
          if (!model.has(key)) model.set(key, model.size)
          expect(map.add(key)).toBe(model.get(key))
        }
        expect(map.size).toBe(model.size)
        for (const key of [...asked, ...added]) expect(map.get(key)).toBe(model.get(key) ?? -1)
      }),
    )
  })
})
