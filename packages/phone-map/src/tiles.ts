import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { openArchive } from './archive.ts'
import type { TileAt } from './camera.ts'
import { openShelf } from './shelf.ts'

/** As deep as the product's own tiles go. */
export const DEEPEST = 14
const MOST_KEPT = 40

/** What is drawn in one way, from the lowest to the highest. */
export const kinds = ['green', 'water', 'stream', 'building', 'path', 'minor', 'major'] as const
export type Kind = (typeof kinds)[number]

/** The name of a street along its longest straight stretch; in units of the tile. */
export type StreetName = { name: string; x: number; y: number; angle: number; length: number }

/** `extent`: units of the tile along each side */
export type DrawnTile = { extent: number; paths: Readonly<Record<Kind, Path2D>>; names: StreetName[] }

const GREEN = new Set(['park', 'forest', 'wood', 'grass', 'garden', 'meadow', 'scrub', 'nature_reserve', 'cemetery'])
const ROADS: Readonly<Record<string, Kind>> = {
  highway: 'major',
  major_road: 'major',
  minor_road: 'minor',
  path: 'path',
}

const kindOf = (layer: string, { type, properties }: VectorTileFeature): Kind | null => {
  const kind = String(properties['kind'])
  switch (layer) {
    case 'landuse':
      return GREEN.has(kind) ? 'green' : null
    case 'water':
      return type === 3 ? 'water' : 'stream'
    case 'buildings':
      return 'building'
    case 'roads':
      return ROADS[kind] ?? null
    default:
      return null
  }
}

type Line = readonly { x: number; y: number }[]

const addTo = (path: Path2D, line: Line, closed: boolean): void => {
  for (const [place, { x, y }] of line.entries()) {
    if (place === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  if (closed) path.closePath()
}

/** A stretch is straight as long as it bends no more than this from how it began. Radians */
const STRAIGHT = 0.25

const bend = (one: number, other: number): number => Math.abs(Math.atan2(Math.sin(other - one), Math.cos(other - one)))

/** The name along the longest straight stretch of the lines. */
export const nameAlong = (name: string, lines: readonly Line[]): StreetName | null => {
  let best: StreetName | null = null
  for (const line of lines) {
    let [begun, heading] = [line[0], null as number | null]
    for (let place = 1; place < line.length; place++) {
      const [a, b] = [line[place - 1]!, line[place]!] // within the line
      const angle = Math.atan2(b.y - a.y, b.x - a.x)
      if (begun === undefined || heading === null || bend(heading, angle) > STRAIGHT) [begun, heading] = [a, angle]
      const [dx, dy] = [b.x - begun.x, b.y - begun.y]
      const length = Math.hypot(dx, dy)
      if (best !== null && length <= best.length) continue
      best = { name, x: begun.x + dx / 2, y: begun.y + dy / 2, angle: Math.atan2(dy, dx), length }
    }
  }
  return best
}

const drawn = (data: ArrayBuffer): DrawnTile => {
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(data)))
  const paths = Object.fromEntries(kinds.map((kind) => [kind, new Path2D()])) as Record<Kind, Path2D> // one for each
  const names: StreetName[] = []
  let extent = 4096
  for (const [name, layer] of Object.entries(layers)) {
    extent = layer.extent
    for (let place = 0; place < layer.length; place++) {
      const feature = layer.feature(place)
      const kind = kindOf(name, feature)
      if (kind === null) continue
      const lines = feature.loadGeometry()
      for (const line of lines) addTo(paths[kind], line, feature.type === 3)
      const called = feature.properties['name']
      const label = name === 'roads' && typeof called === 'string' ? nameAlong(called, lines) : null
      if (label !== null) names.push(label)
    }
  }
  return { extent, paths, names }
}

export type Tiles = {
  /** null: it is not there yet, or there is none */
  at: (tile: TileAt) => DrawnTile | null
}

/** The tiles of one file, read as they are looked at, from those that were taken along or from the server. `came`: there is more to draw. */
export const openTiles = (address: string, came: () => void): Tiles => {
  const file = openArchive(address)
  const shelf = openShelf(address)
  const kept = new Map<string, DrawnTile | 'asked' | null>()
  const read = async (key: string, { z, x, y }: TileAt): Promise<void> => {
    kept.set(key, 'asked')
    try {
      const data = (await shelf?.get({ z, x, y }).catch(() => null)) ?? (await file.getZxy(z, x, y))?.data
      kept.set(key, data === undefined ? null : drawn(data))
      came()
    } catch {
      // Without a signal it is asked for again the next time.
      kept.delete(key)
    }
  }
  return {
    at: (tile) => {
      const key = `${tile.z}/${tile.x}/${tile.y}`
      const found = kept.get(key)
      if (found === undefined) {
        const [oldest] = kept.keys()
        if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
        void read(key, tile)
      }
      return found === undefined || found === 'asked' ? null : found
    },
  }
}
