import { join } from 'node:path'
import Flatbush from 'flatbush'
import KDBush from 'kdbush'
import type { Bbox } from '../osm/read.ts'
import { writeFlat } from '../store/flat.ts'
import { collectAddresses } from './collect.ts'
import type { Collected, Spot } from './collect.ts'
import { findAreas, groupStreets } from './group.ts'
import type { Area, GroupedStreet } from './group.ts'
import { numberComesFirst } from './words.ts'

export const ADDRESS_FILE = 'addresses.bin'

export type BuildAddressOptions = {
  file: string
  folder: string
  bbox?: Bbox | undefined
  onProgress?: ((share: number) => void) | undefined
}

type Texts = { list: string[]; number: (text: string) => number }
const createTexts = (): Texts => {
  const list: string[] = ['']
  const numbers = new Map<string, number>([['', 0]])
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

type Areas = { flat: number[]; number: (area: Area) => number }
const createAreas = (texts: Texts): Areas => {
  const flat: number[] = []
  const numbers = new Map<string, number>()
  return {
    flat,
    number: ({ district, city, postcode }) => {
      const key = `${district}\n${city}\n${postcode}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      const fresh = flat.length / 3
      flat.push(texts.number(district), texts.number(city), texts.number(postcode))
      numbers.set(key, fresh)
      return fresh
    },
  }
}

const grid = ([lng, lat]: Spot): [number, number] => [Math.round(lng * 1e7), Math.round(lat * 1e7)]

/** A plane on which a step east and a step north are equally long, in 1e-7 degrees of latitude. */
export const squeezeAt = (lat: number): number => Math.cos((lat * Math.PI) / 180)

const middleLatitude = (found: Collected): number => {
  const lats = [...found.streets.map((street) => street.line[0][1]), ...found.houses.map((house) => house.at[1])]
  return lats.length === 0 ? 0 : lats.reduce((sum, lat) => sum + lat, 0) / lats.length
}

/** Which street passes nearest, for houses whose tags do not say. */
const streetFinder = (found: Collected, squeeze: number): ((at: Spot) => string | null) => {
  const places: { x: number; y: number; name: string }[] = []
  for (const { line, name } of found.streets) {
    for (const [lng, lat] of line) places.push({ x: lng * squeeze, y: lat, name })
  }
  if (places.length === 0) return () => null
  const tree = new KDBush(places.length)
  for (const place of places) tree.add(place.x, place.y)
  tree.finish()
  return ([lng, lat]) => {
    const x = lng * squeeze
    let best: string | null = null
    let away = Infinity
    for (const id of tree.within(x, lat, 0.0015)) {
      const square = (places[id].x - x) ** 2 + (places[id].y - lat) ** 2
      if (square < away) {
        away = square
        best = places[id].name
      }
    }
    return best
  }
}

type Columns = Record<string, Int32Array | Uint8Array>

const streetColumns = (streets: readonly GroupedStreet[], texts: Texts, areas: Areas, squeeze: number): Columns => {
  const rows: number[] = []
  const houses: number[] = []
  const segments: number[] = []
  streets.forEach((street, index) => {
    rows.push(
      texts.number(street.name),
      areas.number(street.area),
      ...grid(street.at),
      houses.length / 5,
      street.houses.length,
    )
    for (const house of street.houses) {
      houses.push(...grid(house.at), texts.number(house.number), areas.number(house.area), index)
    }
    for (const line of street.lines) {
      for (let i = 1; i < line.length; i++) segments.push(...grid(line[i - 1]), ...grid(line[i]), index)
    }
  })
  return {
    streets: Int32Array.from(rows),
    houses: Int32Array.from(houses),
    segments: Int32Array.from(segments),
    house_tree: pointTree(houses, 5, 0, squeeze),
    segment_tree: segmentTree(segments, squeeze),
  }
}

const pointTree = (rows: readonly number[], width: number, at: number, squeeze: number): Uint8Array => {
  const count = rows.length / width
  if (count === 0) return new Uint8Array()
  const tree = new KDBush(count, 64, Int32Array)
  for (let i = 0; i < count; i++) tree.add(Math.round(rows[i * width + at] * squeeze), rows[i * width + at + 1])
  tree.finish()
  return new Uint8Array(tree.data)
}

const segmentTree = (segments: readonly number[], squeeze: number): Uint8Array => {
  const count = segments.length / 5
  if (count === 0) return new Uint8Array()
  const tree = new Flatbush(count, 16, Int32Array)
  for (let i = 0; i < count; i++) {
    const [x1, y1, x2, y2] = segments.slice(i * 5, i * 5 + 4)
    const [a, b] = [Math.round(x1 * squeeze), Math.round(x2 * squeeze)]
    tree.add(Math.min(a, b), Math.min(y1, y2), Math.max(a, b), Math.max(y1, y2))
  }
  tree.finish()
  return new Uint8Array(tree.data)
}

const thingColumns = (found: Collected, texts: Texts, areas: Areas, squeeze: number): Columns => {
  const areaAt = findAreas(found.places)
  const places: number[] = []
  for (const place of found.places) {
    const around = areaAt(place.at)
    const area =
      place.rank === 'district'
        ? { ...around, district: '' }
        : { district: '', city: '', postcode: place.postcode ?? '' }
    places.push(texts.number(place.name), areas.number(area), ...grid(place.at), texts.number(place.rank))
  }
  const pois: number[] = []
  const seen = new Map<string, Spot[]>()
  for (const poi of found.pois) {
    // A landmark is often drawn twice, as a building and as a point in it.
    const twins = seen.get(poi.name) ?? []
    if (twins.some((at) => Math.abs(at[0] - poi.at[0]) < 0.003 && Math.abs(at[1] - poi.at[1]) < 0.003)) continue
    seen.set(poi.name, [...twins, poi.at])
    const around = areaAt(poi.at)
    const area: Area = {
      district: poi.tags['addr:suburb'] ?? around.district,
      city: poi.tags['addr:city'] ?? around.city,
      postcode: poi.tags['addr:postcode'] ?? around.postcode,
    }
    const street = poi.tags['addr:street'] ?? ''
    const number = poi.tags['addr:housenumber'] ?? ''
    pois.push(
      texts.number(poi.name),
      areas.number(area),
      ...grid(poi.at),
      texts.number(poi.what),
      texts.number(street),
      texts.number(number),
    )
  }
  return {
    places: Int32Array.from(places),
    pois: Int32Array.from(pois),
    poi_tree: pointTree(pois, 7, 2, squeeze),
  }
}

/** Reads the extract and writes the address index into the folder. Throws ExtractError. */
export const buildAddressIndex = async ({ file, folder, bbox, onProgress }: BuildAddressOptions): Promise<void> => {
  const found = await collectAddresses(file, bbox, (share) => onProgress?.(share * 0.7))
  const latitude = middleLatitude(found)
  const squeeze = squeezeAt(latitude)
  const texts = createTexts()
  const areas = createAreas(texts)
  const streets = groupStreets(found, streetFinder(found, squeeze))
  onProgress?.(0.85)
  const columns = {
    ...streetColumns(streets, texts, areas, squeeze),
    ...thingColumns(found, texts, areas, squeeze),
    areas: Int32Array.from(areas.flat),
  }
  const meta = { texts: texts.list, latitude, number_first: numberComesFirst(streets.map((street) => street.name)) }
  await writeFlat(join(folder, ADDRESS_FILE), meta, columns)
  onProgress?.(1)
}
