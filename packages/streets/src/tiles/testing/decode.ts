import { PbfReader } from 'pbf'

/** A feature of a vector tile in tile units (0 to 4096, y downwards); rings and lines as they are stored. */
export type DecodedFeature = {
  type: 'point' | 'line' | 'polygon'
  properties: Record<string, string | number | boolean>
  parts: [number, number][][]
}
export type DecodedTile = Map<string, DecodedFeature[]>

type RawFeature = { tags: number[]; type: number; geometry: number[] }
type RawLayer = { name: string; keys: string[]; values: (string | number | boolean)[]; features: RawFeature[] }

const TYPES = ['point', 'point', 'line', 'polygon'] as const

const readValue = (pbf: PbfReader, end: number): string | number | boolean => {
  let value: string | number | boolean = ''
  pbf.readFields(
    (tag) => {
      if (tag === 1) value = pbf.readString()
      else if (tag === 2) value = pbf.readFloat()
      else if (tag === 3) value = pbf.readDouble()
      else if (tag === 4 || tag === 5) value = pbf.readVarint()
      else if (tag === 6) value = pbf.readSVarint()
      else if (tag === 7) value = pbf.readBoolean()
    },
    null,
    end,
  )
  return value
}

const readFeature = (pbf: PbfReader): RawFeature => {
  const feature: RawFeature = { tags: [], type: 0, geometry: [] }
  const end = pbf.readVarint() + pbf.pos
  pbf.readFields(
    (tag, into) => {
      if (tag === 2) pbf.readPackedVarint(into.tags)
      else if (tag === 3) into.type = pbf.readVarint()
      else if (tag === 4) pbf.readPackedVarint(into.geometry)
    },
    feature,
    end,
  )
  return feature
}

const readLayer = (pbf: PbfReader): RawLayer => {
  const layer: RawLayer = { name: '', keys: [], values: [], features: [] }
  const end = pbf.readVarint() + pbf.pos
  pbf.readFields(
    (tag, into) => {
      if (tag === 1) into.name = pbf.readString()
      else if (tag === 2) into.features.push(readFeature(pbf))
      else if (tag === 3) into.keys.push(pbf.readString())
      else if (tag === 4) into.values.push(readValue(pbf, pbf.readVarint() + pbf.pos))
    },
    layer,
    end,
  )
  return layer
}

/** Commands of the vector tile specification, 4.3: 1 moves, 2 draws, 7 closes. */
const readGeometry = (numbers: readonly number[]): [number, number][][] => {
  const parts: [number, number][][] = []
  const unzigzag = (value: number): number => (value >> 1) ^ -(value & 1)
  let [x, y] = [0, 0]
  for (let i = 0; i < numbers.length;) {
    const command = numbers[i] & 7
    const count = numbers[i] >> 3
    i++
    if (command === 7) {
      const part = parts[parts.length - 1]
      part.push(part[0])
      continue
    }
    for (let k = 0; k < count; k++) {
      x += unzigzag(numbers[i++])
      y += unzigzag(numbers[i++])
      if (command === 1) parts.push([])
      parts[parts.length - 1].push([x, y])
    }
  }
  return parts
}

/** The features of an uncompressed vector tile by layer, for looking at what was drawn. */
export const decodeTile = (data: Uint8Array): DecodedTile => {
  const tile: DecodedTile = new Map()
  const pbf = new PbfReader(data)
  pbf.readFields((tag) => {
    if (tag !== 3) return
    const layer = readLayer(pbf)
    tile.set(
      layer.name,
      layer.features.map(({ tags, type, geometry }) => {
        const properties: DecodedFeature['properties'] = {}
        for (let i = 0; i + 1 < tags.length; i += 2) properties[layer.keys[tags[i]]] = layer.values[tags[i + 1]]
        return { type: TYPES[type], properties, parts: readGeometry(geometry) }
      }),
    )
  }, null)
  return tile
}
