import { parse } from 'osm-pbf-parser-node'
import { extractSize, readBlocks } from './blocks.ts'
import { ExtractError } from './errors.ts'
import { createIdMap } from './id-map.ts'
import type { IdMap } from './id-map.ts'

export { ExtractError } from './errors.ts'
export type { ExtractErrorCode } from './errors.ts'

export type Tags = Readonly<Record<string, string>>
/** [west, south, east, north] in degrees */
export type Bbox = readonly [number, number, number, number]
export type OsmNode = { id: number; lon: number; lat: number; tags: Tags }
export type OsmWay = { id: number; refs: readonly number[]; tags: Tags }
export type OsmMember = { type: 'node' | 'way' | 'relation'; ref: number; role: string }
export type OsmRelation = { id: number; members: readonly OsmMember[]; tags: Tags }

export type ReadOptions = {
  /** Keep the nodes inside, every way that has one of them (with all of its nodes) and the relations of either. */
  bbox?: Bbox | undefined
  onNode?: (node: OsmNode) => void
  onWay?: (way: OsmWay) => void
  onRelation?: (relation: OsmRelation) => void
  /** Share of the file read so far, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** What was read. The box is that of the nodes (inside the asked box): the boxes in file headers are often wrong. */
export type ReadSummary = { bbox: Bbox; nodes: number; ways: number; relations: number }

// The parser's declarations say `object`; this is what its source makes.
type Parsed =
  | { type: 'node'; id: number; lon: number; lat: number; tags?: Tags }
  | { type: 'way'; id: number; refs: number[]; tags?: Tags }
  | { type: 'relation'; id: number; members: OsmMember[]; tags?: Tags }

const NO_TAGS: Tags = Object.freeze({})
const WITH_TAGS = { node: true, way: true, relation: true }

const parseBlock = (data: Buffer, file: string): Parsed[] => {
  try {
    // The cast and the shape of the second argument follow the parser's source, whose declarations are out of date.
    return parse(data, WITH_TAGS as object) as Parsed[]
  } catch (error) {
    throw new ExtractError('not_pbf', `${file} holds a damaged block: download or copy it again.`, { cause: error })
  }
}

const inside = (bbox: Bbox, lon: number, lat: number): boolean =>
  lon >= bbox[0] && lon <= bbox[2] && lat >= bbox[1] && lat <= bbox[3]

type Kept = { nodes: IdMap; inside: IdMap; ways: IdMap }

/** First pass of a clipped read: which nodes and ways stay. */
const chooseKept = async (file: string, bbox: Bbox, onProgress: (share: number) => void): Promise<Kept> => {
  const size = await extractSize(file)
  const kept: Kept = { nodes: createIdMap(), inside: createIdMap(), ways: createIdMap() }
  for await (const block of readBlocks(file)) {
    for (const item of parseBlock(block.data, file)) {
      if (item.type === 'node' && inside(bbox, item.lon, item.lat)) kept.inside.add(item.id)
      else if (item.type === 'way' && item.refs.some((ref) => kept.inside.get(ref) >= 0)) {
        kept.ways.add(item.id)
        for (const ref of item.refs) kept.nodes.add(ref)
      }
    }
    onProgress(block.end / size)
  }
  return kept
}

/** Is it at hand? A relation of relations is kept only for its own nodes and ways: one level is what extracts hold. */
const keepsMember = (kept: Kept, member: OsmMember): boolean => {
  switch (member.type) {
    case 'node':
      return kept.inside.get(member.ref) >= 0
    case 'way':
      return kept.ways.get(member.ref) >= 0
    case 'relation':
      return false
  }
}

const keeps = (kept: Kept, item: Parsed): boolean => {
  switch (item.type) {
    case 'node':
      return kept.inside.get(item.id) >= 0 || kept.nodes.get(item.id) >= 0
    case 'way':
      return kept.ways.get(item.id) >= 0
    case 'relation':
      return item.members.some((member) => keepsMember(kept, member))
  }
}

/**
 * Reads an extract from beginning to end: nodes, then ways, then relations, as every published extract is sorted.
 * Members and nodes that the extract names but does not hold are the caller's to skip. Throws ExtractError.
 */
export const readExtract = async (file: string, options: ReadOptions): Promise<ReadSummary> => {
  const { bbox, onNode, onWay, onRelation, onProgress } = options
  const size = await extractSize(file)
  const passes = bbox ? 2 : 1
  const kept = bbox ? await chooseKept(file, bbox, (share) => onProgress?.(share / passes)) : null
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  const count = { nodes: 0, ways: 0, relations: 0 }

  const take = (item: Parsed): void => {
    const tags = item.tags ?? NO_TAGS
    switch (item.type) {
      case 'node': {
        if (count.ways > 0) {
          throw new ExtractError('not_pbf', `${file} is not sorted (nodes, then ways, then relations): sort it first.`)
        }
        count.nodes++
        if (!bbox || inside(bbox, item.lon, item.lat)) {
          if (item.lon < box.west) box.west = item.lon
          if (item.lon > box.east) box.east = item.lon
          if (item.lat < box.south) box.south = item.lat
          if (item.lat > box.north) box.north = item.lat
        }
        return onNode?.({ id: item.id, lon: item.lon, lat: item.lat, tags })
      }
      case 'way':
        count.ways++
        return onWay?.({ id: item.id, refs: item.refs, tags })
      case 'relation':
        count.relations++
        return onRelation?.({ id: item.id, members: item.members, tags })
    }
  }

  for await (const block of readBlocks(file)) {
    for (const item of parseBlock(block.data, file)) {
      if (kept === null || keeps(kept, item)) take(item)
    }
    onProgress?.((passes - 1 + block.end / size) / passes)
  }
  if (count.nodes === 0 && count.ways === 0) {
    throw bbox
      ? new ExtractError('no_roads', `${file} holds nothing inside the box ${bbox.join(',')}.`)
      : new ExtractError('empty', `${file} holds no map data.`)
  }
  return { bbox: [box.west, box.south, box.east, box.north], ...count }
}
