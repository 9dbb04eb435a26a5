import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Bbox } from '@ambit/geo'
import { explainWriteError } from '../osm/errors.ts'

// Version 3 of the format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
const HEADER_BYTES = 127
/** Header and root directory must fit into the first 16 kB. */
const ROOT_LIMIT = 16_384 - HEADER_BYTES
const LEAF_SIZE = 4096
const GZIP = 2
const MVT = 1

export type Tile = { id: number; data: Uint8Array }
type Entry = { id: number; run: number; offset: number; length: number }

const writeVarint = (into: number[], value: number): void => {
  let rest = value
  while (rest >= 128) {
    into.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  into.push(rest)
}

const directory = (entries: readonly Entry[]): Buffer => {
  const bytes: number[] = []
  writeVarint(bytes, entries.length)
  entries.forEach((entry, i) => writeVarint(bytes, entry.id - (i > 0 ? entries[i - 1].id : 0)))
  for (const entry of entries) writeVarint(bytes, entry.run)
  for (const entry of entries) writeVarint(bytes, entry.length)
  entries.forEach((entry, i) => {
    const previous = i > 0 ? entries[i - 1] : null
    const follows = previous !== null && entry.offset === previous.offset + previous.length
    writeVarint(bytes, follows ? 0 : entry.offset + 1)
  })
  return gzipSync(Buffer.from(bytes))
}

/** Same bytes are stored once: sea and open ground repeat by the hundred. */
const arrange = (tiles: readonly Tile[]): { entries: Entry[]; blobs: Uint8Array[]; size: number } => {
  const entries: Entry[] = []
  const blobs: Uint8Array[] = []
  const offsets = new Map<string, number>()
  let size = 0
  for (const { id, data } of tiles) {
    const key = data.length < 4096 ? Buffer.from(data).toString('latin1') : ''
    let offset = key === '' ? undefined : offsets.get(key)
    if (offset === undefined) {
      offset = size
      if (key !== '') offsets.set(key, offset)
      blobs.push(data)
      size += data.length
    }
    const last = entries[entries.length - 1]
    if (last && last.offset === offset && last.id + last.run === id) last.run++
    else entries.push({ id, run: 1, offset, length: data.length })
  }
  return { entries, blobs, size }
}

const directories = (entries: readonly Entry[]): { root: Buffer; leaves: Buffer } => {
  const flat = directory(entries)
  if (flat.length <= ROOT_LIMIT) return { root: flat, leaves: Buffer.alloc(0) }
  const parts: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let i = 0; i < entries.length; i += LEAF_SIZE) {
    const leaf = directory(entries.slice(i, i + LEAF_SIZE))
    pointers.push({ id: entries[i].id, run: 0, offset, length: leaf.length })
    parts.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(parts) }
}

export type Archive = {
  /** Sorted by id, gzipped */
  tiles: readonly Tile[]
  metadata: Record<string, unknown>
  bbox: Bbox
  centre: readonly [lng: number, lat: number]
  maxZoom: number
}

/** Writes a PMTiles archive. Throws ExtractError disk_full when there is no room. */
export const writePmtiles = async (file: string, archive: Archive): Promise<void> => {
  const { entries, blobs, size } = arrange(archive.tiles)
  const { root, leaves } = directories(entries)
  const metadata = gzipSync(JSON.stringify(archive.metadata))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0, 'latin1')
  header[7] = 3
  const wide = (at: number, value: number): number => header.writeBigUInt64LE(BigInt(value), at)
  const degrees = (at: number, value: number): number => header.writeInt32LE(Math.round(value * 1e7), at)
  let position = HEADER_BYTES
  for (const [at, length] of [
    [8, root.length],
    [24, metadata.length],
    [40, leaves.length],
    [56, size],
  ]) {
    wide(at, position)
    wide(at + 8, length)
    position += length
  }
  wide(72, archive.tiles.length)
  wide(80, entries.length)
  wide(88, blobs.length)
  header[96] = 1
  header[97] = GZIP
  header[98] = GZIP
  header[99] = MVT
  header[100] = 0
  header[101] = archive.maxZoom
  archive.bbox.forEach((value, i) => degrees(102 + i * 4, value))
  header[118] = Math.min(12, archive.maxZoom)
  degrees(119, archive.centre[0])
  degrees(123, archive.centre[1])
  try {
    const handle = await open(file, 'w')
    try {
      for (const part of [header, root, metadata, leaves]) await handle.writeFile(part)
      for (let i = 0; i < blobs.length; i += 512) await handle.writeFile(Buffer.concat(blobs.slice(i, i + 512)))
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw explainWriteError(error, file)
  }
}
