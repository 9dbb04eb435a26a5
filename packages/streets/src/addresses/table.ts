import { join } from 'node:path'
import { readFlat } from '../store/flat.ts'
import type { Address, LngLat } from './address.ts'
import { ADDRESS_FILE, squeezeAt } from './build.ts'

/** The stored index, row by row; numbers stay in their arrays until an address is asked for. */
export type AddressTable = {
  streetCount: number
  houseCount: number
  placeCount: number
  poiCount: number
  streetName: (street: number) => string
  /** First house and number of houses of a street; its houses lie in a row, in the order of their numbers */
  housesOf: (street: number) => { first: number; count: number }
  houseNumber: (house: number) => string
  streetOfHouse: (house: number) => number
  houseAt: (house: number) => LngLat
  placeName: (place: number) => string
  placeRank: (place: number) => string
  poiName: (poi: number) => string
  poiWhat: (poi: number) => string
  /** District, city, postcode of a row, '' for what is unknown */
  areaOf: (kind: 'street' | 'house' | 'place' | 'poi', row: number) => readonly [string, string, string]
  positionOf: (kind: 'street' | 'house' | 'place' | 'poi', row: number) => LngLat
  street: (row: number) => Address
  house: (row: number) => Address
  /** A number between two known ones, in the area of its neighbour */
  between: (neighbour: number, number: string, position: LngLat) => Address
  place: (row: number) => Address
  poi: (row: number) => Address
  segments: Int32Array
  trees: { houses: Uint8Array; pois: Uint8Array; segments: Uint8Array }
  squeeze: number
}

const WIDTH = { street: 6, house: 5, place: 5, poi: 7 } as const
/** Column of the area, and of the longitude (latitude follows), in each table */
const AREA = { street: 1, house: 3, place: 1, poi: 1 } as const
const LNG = { street: 2, house: 0, place: 2, poi: 2 } as const

type Meta = { texts: string[]; latitude: number; numberFirst: boolean }

const readMeta = (meta: Record<string, unknown>): Meta => {
  const { texts, latitude, number_first: numberFirst } = meta
  if (!Array.isArray(texts) || typeof latitude !== 'number' || typeof numberFirst !== 'boolean') {
    throw new Error('The address index is damaged: import the streets again.')
  }
  return { texts: texts.map(String), latitude, numberFirst }
}

/** Joins what is known, without saying the same name twice. */
const labelOf = (title: string, [district, city, postcode]: readonly [string, string, string]): string => {
  const parts = [title]
  if (district !== '' && district !== title) parts.push(district)
  if (city !== '' && city !== district && city !== title) parts.push(city)
  return postcode === '' ? parts.join(', ') : `${parts.join(', ')} ${postcode}`
}

const areaFields = ([district, city, postcode]: readonly [string, string, string]): Partial<Address> => ({
  ...(district === '' ? {} : { district }),
  ...(city === '' ? {} : { city }),
  ...(postcode === '' ? {} : { postcode }),
})

type Rows = { [kind in keyof typeof WIDTH]: Int32Array }

/** Reads single cells: numbers, texts, areas and positions of a row. */
const createReader = (rows: Rows, areas: Int32Array, texts: readonly string[]) => {
  const cell = (kind: keyof Rows, row: number, column: number): number => rows[kind][row * WIDTH[kind] + column]
  const text = (kind: keyof Rows, row: number, column: number): string => texts[cell(kind, row, column)]
  const areaOf: AddressTable['areaOf'] = (kind, row) => {
    const area = cell(kind, row, AREA[kind]) * 3
    return [texts[areas[area]], texts[areas[area + 1]], texts[areas[area + 2]]]
  }
  const positionOf: AddressTable['positionOf'] = (kind, row) => [
    cell(kind, row, LNG[kind]) / 1e7,
    cell(kind, row, LNG[kind] + 1) / 1e7,
  ]
  return { cell, text, areaOf, positionOf, streetOfHouse: (house: number): number => cell('house', house, 4) }
}

/** Whole addresses of rows. */
const createAddresses = (
  { text, areaOf, positionOf, streetOfHouse }: ReturnType<typeof createReader>,
  numberFirst: boolean,
): Pick<AddressTable, 'street' | 'house' | 'between' | 'place' | 'poi'> => {
  const numbered = (street: string, number: string): string =>
    numberFirst ? `${number} ${street}` : `${street} ${number}`
  const houseAddress = (id: string, row: number, number: string, position: LngLat): Address => {
    const street = text('street', streetOfHouse(row), 0)
    const title = numbered(street, number)
    const area = areaOf('house', row)
    return {
      id,
      label: labelOf(title, area),
      title,
      kind: 'house_number',
      position,
      street,
      house_number: number,
      ...areaFields(area),
    }
  }
  return {
    street: (row) => {
      const [title, area] = [text('street', row, 0), areaOf('street', row)]
      const position = positionOf('street', row)
      return {
        id: `street:${row}`,
        label: labelOf(title, area),
        title,
        kind: 'street',
        position,
        street: title,
        ...areaFields(area),
      }
    },
    house: (row) => houseAddress(`house:${row}`, row, text('house', row, 2), positionOf('house', row)),
    between: (neighbour, number, position) =>
      houseAddress(`between:${streetOfHouse(neighbour)}:${number}`, neighbour, number, position),
    place: (row) => {
      const [title, area] = [text('place', row, 0), areaOf('place', row)]
      const position = positionOf('place', row)
      const district = text('place', row, 4) === 'district' ? { district: title } : { city: title }
      return {
        id: `place:${row}`,
        label: labelOf(title, area),
        title,
        kind: 'place',
        position,
        ...areaFields(area),
        ...district,
      }
    },
    poi: (row) => {
      const [title, area] = [text('poi', row, 0), areaOf('poi', row)]
      const [street, number] = [text('poi', row, 5), text('poi', row, 6)]
      return {
        id: `poi:${row}`,
        label: labelOf(title, area),
        title,
        kind: 'poi',
        position: positionOf('poi', row),
        ...(street === '' ? {} : { street }),
        ...(number === '' ? {} : { house_number: number }),
        ...areaFields(area),
      }
    },
  }
}

/** Loads what `buildAddressIndex` wrote. Throws when it is missing or damaged. */
export const readAddressTable = async (folder: string): Promise<AddressTable> => {
  const stored = await readFlat(join(folder, ADDRESS_FILE))
  const { texts, latitude, numberFirst } = readMeta(stored.meta)
  const rows = {
    street: stored.int32('streets'),
    house: stored.int32('houses'),
    place: stored.int32('places'),
    poi: stored.int32('pois'),
  }
  const reader = createReader(rows, stored.int32('areas'), texts)
  const { cell, text, areaOf, positionOf, streetOfHouse } = reader
  return {
    streetCount: rows.street.length / WIDTH.street,
    houseCount: rows.house.length / WIDTH.house,
    placeCount: rows.place.length / WIDTH.place,
    poiCount: rows.poi.length / WIDTH.poi,
    streetName: (street) => text('street', street, 0),
    housesOf: (street) => ({ first: cell('street', street, 4), count: cell('street', street, 5) }),
    houseNumber: (house) => text('house', house, 2),
    streetOfHouse,
    houseAt: (house) => positionOf('house', house),
    placeName: (place) => text('place', place, 0),
    placeRank: (place) => text('place', place, 4),
    poiName: (poi) => text('poi', poi, 0),
    poiWhat: (poi) => text('poi', poi, 4),
    areaOf,
    positionOf,
    ...createAddresses(reader, numberFirst),
    segments: stored.int32('segments'),
    trees: {
      houses: stored.uint8('house_tree'),
      pois: stored.uint8('poi_tree'),
      segments: stored.uint8('segment_tree'),
    },
    squeeze: squeezeAt(latitude),
  }
}
