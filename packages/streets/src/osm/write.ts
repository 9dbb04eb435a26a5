import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { DrawnNode, DrawnRelation, DrawnWay, Drawing, Tags } from './drawing.ts'
import { toGrid } from './plane.ts'

// The PBF format of OpenStreetMap: https://wiki.openstreetmap.org/wiki/PBF_Format
const PER_BLOCK = 8000
const MEMBER_TYPES = { node: 0, way: 1, relation: 2 } as const

type Strings = { list: string[]; number: (text: string) => number }

const startStrings = (): Strings => {
  // Number 0 is the empty string: in dense nodes it ends the tags of a node.
  const list = ['']
  const numbers = new Map<string, number>()
  return {
    list,
    number: (text) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const fresh = list.push(text) - 1
      numbers.set(text, fresh)
      return fresh
    },
  }
}

const deltas = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0))

const writeTags = (tags: Tags, strings: Strings, pbf: PbfWriter): void => {
  const entries = Object.entries(tags)
  pbf.writePackedVarint(
    2,
    entries.map(([key]) => strings.number(key)),
  )
  pbf.writePackedVarint(
    3,
    entries.map(([, value]) => strings.number(value)),
  )
}

const writeDense = (nodes: readonly DrawnNode[], strings: Strings, pbf: PbfWriter): void => {
  const grid = nodes.map((node) => toGrid(node.at))
  const pairs = nodes.flatMap((node) => [
    ...Object.entries(node.tags).flatMap(([key, value]) => [strings.number(key), strings.number(value)]),
    0,
  ])
  pbf.writePackedSVarint(1, deltas(nodes.map((node) => node.id)))
  pbf.writePackedSVarint(8, deltas(grid.map((place) => place.lat)))
  pbf.writePackedSVarint(9, deltas(grid.map((place) => place.lon)))
  pbf.writePackedVarint(10, pairs)
}

const writeWay = (way: DrawnWay, strings: Strings, pbf: PbfWriter): void => {
  pbf.writeVarintField(1, way.id)
  writeTags(way.tags, strings, pbf)
  pbf.writePackedSVarint(8, deltas(way.refs))
}

const writeRelation = (relation: DrawnRelation, strings: Strings, pbf: PbfWriter): void => {
  pbf.writeVarintField(1, relation.id)
  writeTags(relation.tags, strings, pbf)
  pbf.writePackedVarint(
    8,
    relation.members.map((member) => strings.number(member.role)),
  )
  pbf.writePackedSVarint(9, deltas(relation.members.map((member) => member.ref)))
  pbf.writePackedVarint(
    10,
    relation.members.map((member) => MEMBER_TYPES[member.type]),
  )
}

/** One block: the strings come first in the file, yet are known only after the group is written. */
const block = (writeGroup: (strings: Strings, pbf: PbfWriter) => void): Uint8Array => {
  const strings = startStrings()
  const group = new PbfWriter()
  writeGroup(strings, group)
  const table = new PbfWriter()
  for (const text of strings.list) table.writeStringField(1, text)
  const pbf = new PbfWriter()
  pbf.writeBytesField(1, table.finish())
  pbf.writeBytesField(2, group.finish())
  return pbf.finish()
}

const framed = (kind: 'OSMHeader' | 'OSMData', content: Uint8Array): Buffer => {
  const blob = new PbfWriter()
  blob.writeVarintField(2, content.length)
  blob.writeBytesField(3, deflateSync(content, { level: 9 }))
  const body = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, kind)
  header.writeVarintField(3, body.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

const headerBlock = (drawing: Drawing, program: string, source: string | undefined): Uint8Array => {
  const places = drawing.nodes.map((node) => toGrid(node.at))
  const box = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity }
  for (const { lon, lat } of places) {
    box.left = Math.min(box.left, lon)
    box.right = Math.max(box.right, lon)
    box.top = Math.max(box.top, lat)
    box.bottom = Math.min(box.bottom, lat)
  }
  const bounds = new PbfWriter()
  // Nanodegrees; the data itself counts in 100 of them.
  bounds.writeSVarintField(1, box.left * 100)
  bounds.writeSVarintField(2, box.right * 100)
  bounds.writeSVarintField(3, box.top * 100)
  bounds.writeSVarintField(4, box.bottom * 100)
  const pbf = new PbfWriter()
  pbf.writeBytesField(1, bounds.finish())
  pbf.writeStringField(4, 'OsmSchema-V0.6')
  pbf.writeStringField(4, 'DenseNodes')
  pbf.writeStringField(5, 'Sort.Type_then_ID')
  pbf.writeStringField(16, program)
  if (source !== undefined) pbf.writeStringField(17, source)
  return pbf.finish()
}

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / PER_BLOCK) }, (_, i) => list.slice(i * PER_BLOCK, (i + 1) * PER_BLOCK))

/** The drawing as an .osm.pbf file: nodes, ways, relations, each sorted by id. Its header names program and source. */
export const encodeOsm = (drawing: Drawing, program: string, source?: string): Buffer =>
  Buffer.concat([
    framed('OSMHeader', headerBlock(drawing, program, source)),
    ...chunks(drawing.nodes).map((nodes) =>
      framed(
        'OSMData',
        block((strings, pbf) => {
          const dense = new PbfWriter()
          writeDense(nodes, strings, dense)
          pbf.writeBytesField(2, dense.finish())
        }),
      ),
    ),
    ...chunks(drawing.ways).map((ways) =>
      framed(
        'OSMData',
        block((strings, pbf) => {
          for (const way of ways) pbf.writeMessage(3, (item: DrawnWay, inner) => writeWay(item, strings, inner), way)
        }),
      ),
    ),
    ...chunks(drawing.relations).map((relations) =>
      framed(
        'OSMData',
        block((strings, pbf) => {
          for (const relation of relations) {
            pbf.writeMessage(4, (item: DrawnRelation, inner) => writeRelation(item, strings, inner), relation)
          }
        }),
      ),
    ),
  ])
