import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bbox } from '@ambit/geo'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'
import { ATTRIBUTION } from '../manifest.ts'
import { collectMap } from './collect.ts'
import type { MapFeature, MapLayers } from './collect.ts'
import type { LayerName, Properties } from './kinds.ts'
import { writePmtiles } from './pmtiles.ts'

export const TILES_FILE = 'tiles.pmtiles'
export const MAX_ZOOM = 14

export type BuildTilesOptions = {
  file: string
  folder: string
  name: string
  bbox?: Bbox | undefined
  /** Defaults to the credit that OpenStreetMap asks for */
  attribution?: string | undefined
  onProgress?: ((share: number) => void) | undefined
}

const LAYERS: readonly LayerName[] = ['earth', 'landuse', 'water', 'buildings', 'boundaries', 'roads', 'pois', 'places']

const column = (lng: number, zoom: number): number => Math.floor(((lng + 180) / 360) * 2 ** zoom)
const row = (lat: number, zoom: number): number => {
  const angle = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * 2 ** zoom)
}

// The slicer's own declarations do not resolve (their imports lack endings): this is what is used of a tile.
type SlicedTile = { features: { tags: object | null }[] }
type Slicer = { getTile: (z: number, x: number, y: number) => SlicedTile | null }

const sliceLayer = (features: readonly MapFeature[]): { index: Slicer; zoomOf: WeakMap<object, number> } => {
  const zoomOf = new WeakMap<object, number>()
  const index: Slicer = new GeoJSONVT(
    {
      type: 'FeatureCollection',
      features: features.map(({ properties, zoom, shape }) => {
        // Looks share their properties object; each feature needs its own, so that a tile can tell them apart.
        const own: Properties = { ...properties }
        zoomOf.set(own, zoom)
        return { type: 'Feature', properties: own, geometry: shape }
      }),
    },
    { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM, indexMaxPoints: 0, tolerance: 3, extent: 4096, buffer: 64 },
  )
  return { index, zoomOf }
}

/** Encodes one layer of every tile in the box; a tile is the concatenation of its layers. */
const encodeLayer = (
  name: LayerName,
  features: readonly MapFeature[],
  box: Bbox,
  parts: Map<number, Uint8Array[]>,
): void => {
  const { index, zoomOf } = sliceLayer(features)
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = column(box[0], z); x <= column(box[2], z); x++) {
      for (let y = row(box[3], z); y <= row(box[1], z); y++) {
        const tile = index.getTile(z, x, y)
        if (!tile) continue
        const shown = tile.features.filter((feature) => feature.tags !== null && (zoomOf.get(feature.tags) ?? 0) <= z)
        if (shown.length === 0) continue
        const encoded = fromGeojsonVt({ [name]: { ...tile, features: shown } }, { version: 2, extent: 4096 })
        const id = zxyToTileId(z, x, y)
        const known = parts.get(id)
        if (known) known.push(encoded)
        else parts.set(id, [encoded])
      }
    }
  }
}

const describeLayers = (layers: MapLayers): { id: LayerName; fields: Record<string, string> }[] =>
  LAYERS.filter((id) => layers[id].length > 0).map((id) => {
    const fields: Record<string, string> = {}
    for (const { properties } of layers[id]) {
      for (const [key, value] of Object.entries(properties)) {
        fields[key] ??= typeof value === 'string' ? 'String' : typeof value === 'number' ? 'Number' : 'Boolean'
      }
    }
    return { id, fields }
  })

/** Draws the extract into vector tiles, zoom 0 to 14, and writes `tiles.pmtiles` into the folder. Throws ExtractError. */
export const buildTiles = async (options: BuildTilesOptions): Promise<void> => {
  const { file, folder, name, bbox, attribution = ATTRIBUTION, onProgress } = options
  const { layers, data, box } = await collectMap(file, bbox, (share) => onProgress?.(share * 0.2))
  const parts = new Map<number, Uint8Array[]>()
  const described = describeLayers(layers)
  const total = LAYERS.reduce((sum, layer) => sum + layers[layer].length, 0)
  let done = 0
  for (const layer of LAYERS) {
    if (layers[layer].length > 0) encodeLayer(layer, layers[layer], box, parts)
    done += layers[layer].length
    // A layer once drawn is not needed again, and the next one needs the room.
    layers[layer] = []
    onProgress?.(0.2 + (0.65 * done) / total)
  }
  const tiles = [...parts]
    .toSorted((a, b) => a[0] - b[0])
    .map(([id, layerParts]) => ({ id, data: gzipSync(Buffer.concat(layerParts)) }))
  onProgress?.(0.97)
  await writePmtiles(join(folder, TILES_FILE), {
    tiles,
    bbox: box,
    centre: [(data[0] + data[2]) / 2, (data[1] + data[3]) / 2],
    maxZoom: MAX_ZOOM,
    metadata: { name, attribution, type: 'baselayer', version: '4.0.0', vector_layers: described },
  })
  onProgress?.(1)
}
