import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pointInRing } from '@ambit/geo'
import { PMTiles, zxyToTileId } from 'pmtiles'
import type { RangeResponse, Source } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDrawing } from '../osm/drawing.ts'
import type { Drawing } from '../osm/drawing.ts'
import { encodeOsm } from '../osm/write.ts'
import { toLngLat } from '../osm/plane.ts'
import type { Point } from '../osm/plane.ts'
import { TILES_FILE, buildTiles } from './build.ts'
import { writePmtiles } from './pmtiles.ts'
import { decodeTile } from './testing/decode.ts'
import type { DecodedFeature, DecodedTile } from './testing/decode.ts'

let home: string
let tiles: PMTiles
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'ambit-tiles-'))
  tiles = await tilesOf(drawBay())
})
afterAll(() => rm(home, { recursive: true, force: true }))

const fileSource = (file: string): Source => ({
  getKey: () => file,
  getBytes: async (offset, length): Promise<RangeResponse> => {
    const handle = await open(file)
    try {
      const data = new Uint8Array(length)
      const { bytesRead } = await handle.read(data, 0, length, offset)
      return { data: data.buffer.slice(0, bytesRead) }
    } finally {
      await handle.close()
    }
  },
})

const tilesOf = async (drawing: Drawing): Promise<PMTiles> => {
  const folder = await mkdtemp(join(home, 'set-'))
  const file = join(folder, 'bay.osm.pbf')
  await writeFile(file, encodeOsm(drawing, 'test'))
  await buildTiles({ file, folder, name: 'Bay' })
  return new PMTiles(fileSource(join(folder, TILES_FILE)))
}

/** Four corners, counter-clockwise, in metres. */
const rectangle = ([x, y]: Point, width: number, depth: number): Point[] => {
  const [w, d] = [width / 2, depth / 2]
  return [
    [x - w, y - d],
    [x + w, y - d],
    [x + w, y + d],
    [x - w, y + d],
  ]
}

/** A coast with the sea in the east; a lake with an island and a pond on the island; a wood in two pieces; roads. */
const drawBay = (): Drawing => {
  const drawing = startDrawing()
  drawing.path(
    [
      [600, -1500],
      [600, 1500],
    ],
    { natural: 'coastline' },
  )
  drawing.path(
    [
      [-1500, 0],
      [0, 0],
      [500, 0],
    ],
    { highway: 'primary', name: 'Main Road', ref: 'A1' },
  )
  drawing.path(
    [
      [0, 0],
      [0, 400],
    ],
    { highway: 'residential', name: 'Side Street', bridge: 'yes', oneway: 'yes' },
  )
  drawing.path(
    [
      [0, 0],
      [0, -300],
    ],
    { highway: 'motorway_link' },
  )
  const ring = (size: number, centre: Point = [-600, 400]): number => drawing.area(rectangle(centre, size, size), {})
  drawing.relation(
    [
      { type: 'way', ref: ring(400), role: 'outer' },
      { type: 'way', ref: ring(150), role: 'inner' },
    ],
    { type: 'multipolygon', natural: 'water', water: 'lake', name: 'Long Lake' },
  )
  // An outer ring in two halves, one of them drawn the other way round.
  const corners = rectangle([-600, -500], 300, 300).map((point) => drawing.node(point))
  const halves = [
    drawing.way([corners[0], corners[1], corners[2]], {}),
    drawing.way([corners[0], corners[3], corners[2]], {}),
  ]
  drawing.relation(
    halves.map((ref) => ({ type: 'way' as const, ref, role: 'outer' })),
    { type: 'multipolygon', natural: 'wood' },
  )
  drawing.area(rectangle([200, 200], 15, 10), { building: 'house' })
  drawing.node([100, 100], { place: 'village', name: 'Bay Village' })
  return drawing
}

const tileAround = (
  [lng, lat]: readonly [number, number],
  zoom: number,
): { x: number; y: number; u: number; v: number } => {
  const angle = (lat * Math.PI) / 180
  const x = ((lng + 180) / 360) * 2 ** zoom
  const y = ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * 2 ** zoom
  return { x: Math.floor(x), y: Math.floor(y), u: (x % 1) * 4096, v: (y % 1) * 4096 }
}

const read = async (archive: PMTiles, zoom: number, x: number, y: number): Promise<DecodedTile> => {
  const answer = await archive.getZxy(zoom, x, y)
  return answer ? decodeTile(new Uint8Array(answer.data)) : new Map()
}

/** Features of a layer whose area covers a place; a hole counts as not covered (even-odd over all rings). */
const covering = async (layer: string, at: Point, zoom = 14): Promise<DecodedFeature[]> => {
  const { x, y, u, v } = tileAround(toLngLat(at), zoom)
  const tile = await read(tiles, zoom, x, y)
  return (tile.get(layer) ?? []).filter(
    ({ type, parts }) => type === 'polygon' && parts.filter((ring) => pointInRing([u, v], ring)).length % 2 === 1,
  )
}
const linesAt = async (layer: string, at: Point, zoom: number): Promise<DecodedFeature['properties'][]> => {
  const { x, y } = tileAround(toLngLat(at), zoom)
  return ((await read(tiles, zoom, x, y)).get(layer) ?? []).map(({ properties }) => properties)
}

describe('the map of a bay', () => {
  it('opens with the browser’s reader, credits the mappers and lists its layers', async () => {
    const header = await tiles.getHeader()
    expect([header.minZoom, header.maxZoom, header.tileType]).toEqual([0, 14, 1])
    expect(header.minLon).toBeLessThan(header.maxLon)
    const metadata = await tiles.getMetadata()
    expect(metadata).toMatchObject({ name: 'Bay', attribution: '© OpenStreetMap contributors' })
    expect(JSON.stringify(metadata)).toContain('"id":"roads"')
  })

  it('has the sea in the east at every zoom, and the land in the west', async () => {
    for (const zoom of [8, 11, 14]) {
      const wet = await covering('water', [900, 0], zoom)
      expect(wet.map(({ properties }) => properties.kind)).toEqual(['ocean'])
      expect(await covering('water', [300, -800], zoom)).toEqual([])
      expect(await covering('earth', [300, -800], zoom)).toHaveLength(1)
    }
  })

  it('leaves the island out of the lake', async () => {
    expect(await covering('water', [-750, 400])).toHaveLength(1)
    expect(await covering('water', [-600, 400])).toEqual([])
  })

  it('names the lake once, at a point', async () => {
    const { x, y } = tileAround(toLngLat([-600, 400]), 14)
    const labels = ((await read(tiles, 14, x, y)).get('water') ?? []).filter(({ properties }) => properties.name)
    expect(labels.map(({ type, properties }) => [type, properties.kind, properties.name])).toEqual([
      ['point', 'lake', 'Long Lake'],
    ])
  })

  it('closes a wood whose edge was drawn in two halves', async () => {
    const wood = await covering('landuse', [-600, -500])
    expect(wood.map(({ properties }) => properties.kind)).toEqual(['wood'])
    expect(await covering('landuse', [-600, -200])).toEqual([])
  })

  it('gives each road its kind for the map style', async () => {
    const roads = await linesAt('roads', [0, 0], 14)
    const bySort = Object.fromEntries(roads.map((road) => [road.kind_detail, road]))
    expect(bySort.primary).toMatchObject({ kind: 'major_road', name: 'Main Road', ref: 'A1' })
    expect(bySort.residential).toMatchObject({ kind: 'minor_road', is_bridge: true, oneway: 'yes' })
    expect(bySort.motorway).toMatchObject({ kind: 'highway', is_link: true })
    expect('is_bridge' in bySort.primary).toBe(false)
  })

  it('shows small streets and houses only at high zooms', async () => {
    expect((await linesAt('roads', [0, 0], 9)).map((road) => road.kind_detail)).not.toContain('residential')
    expect((await linesAt('roads', [0, 0], 9)).map((road) => road.kind_detail)).toContain('primary')
    expect(await covering('buildings', [200, 200], 14)).toHaveLength(1)
    expect(await linesAt('buildings', [200, 200], 13)).toEqual([])
  })

  it('names places, the larger ones from lower zooms on', async () => {
    const [village] = await linesAt('places', [100, 100], 12)
    expect(village).toMatchObject({ kind: 'locality', kind_detail: 'village', name: 'Bay Village' })
    expect(await linesAt('places', [100, 100], 6)).toEqual([])
  })

  it('holds thousands of tiles, and stores equal ones once', async () => {
    const file = join(home, 'many.pmtiles')
    const content = (x: number, y: number): Uint8Array =>
      y < 100 ? new Uint8Array([7, 7, 7]) : new TextEncoder().encode(`tile ${x} ${y}`)
    const list = Array.from({ length: 160 * 160 }, (_, i) => ({ x: i % 160, y: Math.floor(i / 160) }))
    const archive = list
      .map(({ x, y }) => ({ id: zxyToTileId(9, x, y), data: content(x, y) }))
      .toSorted((a, b) => a.id - b.id)
    await writePmtiles(file, { tiles: archive, metadata: {}, bbox: [0, 0, 1, 1], centre: [0, 0], maxZoom: 9 })
    // Without gunzipping: the tiles of this test are plain.
    const reader = new PMTiles(fileSource(file), undefined, async (buffer, compression) =>
      compression === 2 && new Uint8Array(buffer)[0] === 0x1f
        ? new Response(new Blob([buffer]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
        : buffer,
    )
    for (const { x, y } of list.filter((_, i) => i % 97 === 0)) {
      const answer = await reader.getZxy(9, x, y)
      expect(new Uint8Array(answer?.data ?? new ArrayBuffer())).toEqual(content(x, y))
    }
    expect(await reader.getZxy(9, 200, 200)).toBeUndefined()
    expect((await stat(file)).size).toBeLessThan(60 * 160 * 20)
  })
})
