import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { flatDistance } from '@ambit/geo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDrawing } from '../osm/drawing.ts'
import type { Drawing } from '../osm/drawing.ts'
import { encodeOsm } from '../osm/write.ts'
import { toLngLat } from '../osm/plane.ts'
import type { Point } from '../osm/plane.ts'
import type { AddressIndex } from './address.ts'
import { buildAddressIndex } from './build.ts'
import { openAddressIndex } from './open.ts'

let home: string
let index: AddressIndex
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'ambit-addresses-'))
  index = await indexOf(drawVillage())
})
afterAll(() => rm(home, { recursive: true, force: true }))

const indexOf = async (drawing: Drawing): Promise<AddressIndex> => {
  const folder = await mkdtemp(join(home, 'index-'))
  const file = join(folder, 'village.osm.pbf')
  await writeFile(file, encodeOsm(drawing, 'test'))
  await buildAddressIndex({ file, folder })
  return openAddressIndex(folder)
}

const house = (drawing: Drawing, at: Point, street: string, number: string, suburb: string): number =>
  drawing.node(at, {
    'addr:housenumber': number,
    'addr:street': street,
    'addr:suburb': suburb,
    'addr:postcode': '4321',
  })

/** Two suburbs four kilometres apart: Ocean Street and a Church Street in Seaside, another Church Street in Inland. */
const drawVillage = (): Drawing => {
  const drawing = startDrawing()
  drawing.node([0, 0], { place: 'town', name: 'Little Bay', population: '900' })
  drawing.node([0, 100], { place: 'suburb', name: 'Seaside' })
  drawing.node([-4000, 100], { place: 'suburb', name: 'Inland' })
  drawing.path(
    [
      [0, 0],
      [0, 300],
      [0, 600],
    ],
    { highway: 'residential', name: 'Ocean Street' },
  )
  drawing.path(
    [
      [300, 0],
      [300, 600],
    ],
    { highway: 'residential', name: 'Ocean Avenue' },
  )
  drawing.path(
    [
      [0, 0],
      [300, 0],
    ],
    { highway: 'residential', name: 'Church Street' },
  )
  drawing.path(
    [
      [-4000, 0],
      [-3700, 0],
    ],
    { highway: 'residential', name: 'Church Street' },
  )
  drawing.path(
    [
      [-4000, 0],
      [-4000, 400],
    ],
    { highway: 'tertiary', name: 'The Esplanade' },
  )
  drawing.path(
    [
      [-4200, 0],
      [-4000, 0],
    ],
    { highway: 'tertiary', name: 'St Brendan Road' },
  )
  drawing.path(
    [
      [-4200, 0],
      [-4200, 300],
    ],
    { highway: 'residential', name: '33rd Street' },
  )
  for (const number of [2, 4, 6, 10, 12, 20])
    house(drawing, [20, number * 10], 'Ocean Street', String(number), 'Seaside')
  for (const number of [1, 3, 5]) house(drawing, [-20, number * 10], 'Ocean Street', String(number), 'Seaside')
  house(drawing, [20, 145], 'Ocean Street', '14a', 'Seaside')
  house(drawing, [330, 60], 'Ocean Avenue', '12', 'Seaside')
  house(drawing, [-3900, 20], 'Church Street', '7', 'Inland')
  const ends = [
    house(drawing, [320, 300], 'Ocean Avenue', '100', 'Seaside'),
    house(drawing, [320, 500], 'Ocean Avenue', '120', 'Seaside'),
  ]
  drawing.way(ends, { 'addr:interpolation': 'even' })
  drawing.area(
    [
      [40, 200],
      [90, 200],
      [90, 260],
      [40, 260],
    ],
    { amenity: 'hospital', name: 'Bayview Hospital' },
  )
  drawing.node([-3950, 60], { shop: 'bakery', name: 'Corner Bakery' })
  return drawing
}

const first = (query: string, at?: readonly [number, number]): string | undefined =>
  index.suggest(query, { at })[0]?.label
const OCEAN_12 = '12 Ocean Street, Seaside, Little Bay 4321'

describe('searching for an address', () => {
  it.each([
    ['12 Ocean Street'],
    ['12 ocean st'],
    ['Ocean St 12'],
    ['ocean street 12, seaside'],
    ['12 ocean street seas'],
    ['twelve ocean street'],
    ['12 Oecan Street'],
    ['12 ocen str'],
    ['  12   OCEAN   STREET '],
  ])('finds 12 Ocean Street for "%s"', (query) => {
    expect(first(query)).toBe(OCEAN_12)
  })

  it('finds Ocean Street from the start of the word', () => {
    expect(index.suggest('oce').map((address) => address.title)).toEqual(
      expect.arrayContaining(['Ocean Street', 'Ocean Avenue']),
    )
  })

  it('does not confuse Ocean Avenue with Ocean Street', () => {
    expect(first('12 ocean ave')).toBe('12 Ocean Avenue, Seaside, Little Bay 4321')
  })

  it('keeps a unit number in the label that the driver sees', () => {
    const [found] = index.suggest('unit 3, 12 Ocean Street')
    expect(found.title).toBe('3/12 Ocean Street')
    expect(found.house_number).toBe('3/12')
    expect(found.position).toEqual(index.suggest('12 ocean street')[0].position)
    expect(first('3/12 ocean st')).toBe('3/12 Ocean Street, Seaside, Little Bay 4321')
  })

  it('finds a house number with a letter, or without the letter that the map has', () => {
    expect(first('14A ocean street')).toBe('14a Ocean Street, Seaside, Little Bay 4321')
    expect(first('14 ocean street')).toBe('14a Ocean Street, Seaside, Little Bay 4321')
  })

  it('places a missing house number between its neighbours on the same side', () => {
    const [found] = index.suggest('8 ocean street')
    expect(found.title).toBe('8 Ocean Street')
    expect(found.kind).toBe('house_number')
    const [lng, lat] = toLngLat([20, 80])
    expect(flatDistance(found.position, [lng, lat])).toBeLessThan(1)
  })

  it('finds a house number that only an interpolation line has', () => {
    const [found] = index.suggest('110 ocean avenue')
    expect(found.title).toBe('110 Ocean Avenue')
    expect(flatDistance(found.position, toLngLat([320, 400]))).toBeLessThan(2)
  })

  it('answers the street for a number far beyond the last house', () => {
    const [found] = index.suggest('900 ocean street')
    expect(found.kind).toBe('street')
    expect(found.title).toBe('Ocean Street')
  })

  it('finds a street name in two suburbs, the nearer one first', () => {
    const near = (point: Point): string[] =>
      index
        .suggest('church street', { at: toLngLat(point) })
        .filter((address) => address.kind === 'street')
        .map((address) => address.label)
    expect(near([0, 0])).toEqual(
      ['Church Street, Seaside, Little Bay 4321', 'Church Street, Inland, Little Bay 4321'].map((label) =>
        expect.stringContaining(label.slice(0, 22)),
      ),
    )
    expect(near([0, 0])[0]).toContain('Seaside')
    expect(near([-4000, 0])[0]).toContain('Inland')
    expect(first('church street inland')).toContain('Inland')
    expect(first('7 church st')).toBe('7 Church Street, Inland, Little Bay 4321')
  })

  it('finds streets named by a number, a saint or a street type alone', () => {
    expect(first('33rd st')).toContain('33rd Street')
    expect(first('saint brendan rd')).toContain('St Brendan Road')
    expect(first('st brendan')).toContain('St Brendan Road')
    expect(first('the esplanade')).toContain('The Esplanade')
    expect(first('esplan')).toContain('The Esplanade')
  })

  it('finds only streets that have the words typed before an unfinished one', () => {
    expect(index.suggest('12 ocean st').map(({ title }) => title)).toEqual(['12 Ocean Street'])
    expect(index.suggest('12 ocean a').map(({ title }) => title)).toEqual(['12 Ocean Avenue'])
    expect(first('12 ocean avn')).toBe('12 Ocean Avenue, Seaside, Little Bay 4321')
    // Ocean Avenue has the letter too, in its suburb Seaside, but its label does not begin with the text.
    expect(index.suggest('12 ocean s').map(({ title }) => title)).toEqual(['12 Ocean Street', '12 Ocean Avenue'])
    expect(index.suggest('church st sea').map(({ district }) => district)).toEqual(['Seaside'])
  })

  it('finds a street under another type only where no other street is found', () => {
    expect(index.suggest('7 church road').map(({ title }) => title)[0]).toBe('7 Church Street')
    expect(index.suggest('12 ocean st').map(({ title }) => title)).toEqual(['12 Ocean Street'])
  })

  it('finds an address with a country or a postcode behind it', () => {
    expect(first('12 Ocean Street, Little Bay 4321')).toBe(OCEAN_12)
    expect(first('12 Ocean Street QLD 4321, Australia')).toBe(OCEAN_12)
    expect(first('Ocean Street 12, 4321 Little Bay')).toBe(OCEAN_12)
  })

  it('finds nothing for a street in a suburb where it does not lie', () => {
    expect(index.suggest('12 ocean street inland')).toEqual([])
  })

  it('finds words that were written apart or together', () => {
    expect(first('12 oceanstreet')).toBe(OCEAN_12)
    expect(first('bay view hosp')).toBe('Bayview Hospital, Seaside, Little Bay')
  })

  it('finds a landmark by its name or its kind', () => {
    expect(first('bayview')).toBe('Bayview Hospital, Seaside, Little Bay')
    expect(first('hospital')).toBe('Bayview Hospital, Seaside, Little Bay')
    expect(first('bakery')).toBe('Corner Bakery, Inland, Little Bay')
  })

  it('finds a suburb', () => {
    const [found] = index.suggest('seaside')
    expect([found.kind, found.title]).toEqual(['place', 'Seaside'])
  })

  it('finds nothing for an address that does not exist', () => {
    expect(index.suggest('zzyzx qwrt')).toEqual([])
    for (const query of ['', 'the', '12', '12 the', 'the 12 of', 'unit 3', '3/'])
      expect(() => index.suggest(query)).not.toThrow()
    expect(index.suggest('')).toEqual([])
    expect(index.suggest(' ,; ')).toEqual([])
    expect(index.suggest('((( * "')).toEqual([])
  })

  it('answers no more results than requested', () => {
    expect(index.suggest('o', { limit: 2 })).toHaveLength(2)
  })
})

describe('the address at a pin', () => {
  it('is the house number on a house', () => {
    expect(index.reverse(toLngLat([22, 121]))[0].title).toBe('12 Ocean Street')
  })

  it('is the street name on a street without houses', () => {
    const at = toLngLat([-4003, 300])
    const [found] = index.reverse(at)
    expect([found.kind, found.title]).toEqual(['street', 'The Esplanade'])
    expect(flatDistance(found.position, at)).toBeLessThan(4)
  })

  it('lists the nearest addresses in order', () => {
    const found = index.reverse(toLngLat([20, 41]), { limit: 3 })
    expect(found[0].title).toBe('4 Ocean Street')
    expect(found.map((address) => address.title)).toContain('2 Ocean Street')
  })

  it('does not exist in the sea', () => {
    expect(index.reverse(toLngLat([3000, 3000]))).toEqual([])
  })
})

describe('the address index', () => {
  it('lists every house number once, with its suburb', () => {
    const houses = [...index.houseNumbers()]
    expect(houses.filter((address) => address.street === 'Ocean Street')).toHaveLength(10)
    expect(houses.every((address) => address.kind === 'house_number' && address.district !== undefined)).toBe(true)
    expect(new Set(houses.map((address) => address.id)).size).toBe(houses.length)
  })

  it('lists places, and landmarks by kind', () => {
    expect(index.places().map((place) => place.title)).toEqual(['Little Bay', 'Seaside', 'Inland'])
    expect(index.landmarks('hospital').map((landmark) => landmark.title)).toEqual(['Bayview Hospital'])
    expect(index.landmarks()).toHaveLength(2)
  })

  it('puts what is typed without errors before what is nearer or has the house number', async () => {
    const drawing = startDrawing()
    for (const [at, name] of ['Marlin Street', 'Martin Street'].entries()) {
      drawing.path(
        [
          [at * 9000, 0],
          [at * 9000, 200],
        ],
        { highway: 'residential', name },
      )
    }
    house(drawing, [15, 50], 'Marlin Street', '12', 'Seaside')
    const streets = await indexOf(drawing)
    const titles = (text: string): string[] => streets.suggest(text, { at: toLngLat([0, 0]) }).map(({ title }) => title)
    expect(titles('martin s')).toEqual(['Martin Street', 'Marlin Street'])
    expect(titles('12 martin st')).toEqual(['Martin Street', '12 Marlin Street'])
    expect(titles('12 marlin st')[0]).toBe('12 Marlin Street')
  })

  it('finds each house of a street in its own suburb where the street passes through two', async () => {
    const drawing = startDrawing()
    drawing.path(
      [
        [0, 0],
        [900, 0],
      ],
      { highway: 'residential', name: 'Long Road' },
    )
    for (const number of ['8', '30']) house(drawing, [0, 20], 'Long Road', number, 'Seaside')
    for (const number of ['30', '44']) house(drawing, [900, 20], 'Long Road', number, 'Inland')
    const road = await indexOf(drawing)
    const labels = (text: string): string[] => road.suggest(text).map(({ label }) => label)
    expect(labels('30 long road inl')).toEqual(['30 Long Road, Inland 4321'])
    expect(labels('30 long sea')).toEqual(['30 Long Road, Seaside 4321'])
  })

  it('finds German streets in full or short, with umlauts or without, with the number on either side', async () => {
    const drawing = startDrawing()
    for (const [at, name] of ['Landstrasse', 'Bühelstraße', 'Dominik Banzer-Strasse', 'Im alten Riet'].entries()) {
      drawing.path(
        [
          [at * 400, 0],
          [at * 400, 200],
        ],
        { highway: 'residential', name },
      )
      house(drawing, [at * 400 + 15, 50], name, '12', 'Dorf')
    }
    const german = await indexOf(drawing)
    const found = (text: string): string | undefined => german.suggest(text)[0]?.title
    // The number stands behind the street where the streets are not English.
    for (const text of ['landstr 12', 'Landstr. 12', '12 landst', 'land strasse 12', 'ladnstrasse 12']) {
      expect([text, found(text)]).toEqual([text, 'Landstrasse 12'])
    }
    for (const text of ['bühelstr 12', 'buehelstrasse 12', 'Buhelstraße 12', 'BÜHEL']) {
      expect([text, found(text)?.replace(' 12', '')]).toEqual([text, 'Bühelstraße'])
    }
    expect(found('banzerstr. 12')).toBe('Dominik Banzer-Strasse 12')
    expect(found('12 im a')).toBe('Im alten Riet 12')
    expect(found('alten riet 12, 4321 dorf')).toBe('Im alten Riet 12')
  })

  it('fails to open when its files are missing', async () => {
    await mkdir(join(home, 'nothing'))
    await expect(openAddressIndex(join(home, 'nothing'))).rejects.toThrow(/ENOENT/)
  })
})

const shared = resolve(import.meta.dirname, '../../../..', process.env.AMBIT_SHARED ?? '../shared')
const baltimore = join(shared, 'data/osm/baltimore-2015-02-27.osm.pbf')

// Skipped where the shared extracts are not at hand.
describe.skipIf(!existsSync(baltimore))('Baltimore', () => {
  it('finds the hospital and streets of a town by parts of their names', async () => {
    const folder = await mkdtemp(join(home, 'baltimore-'))
    await buildAddressIndex({ file: baltimore, folder })
    const city = await openAddressIndex(folder)
    expect(city.suggest('johns hopkins hosp')[0].title).toContain('Johns Hopkins Hospital')
    expect(city.suggest('e pratt')[0].title).toBe('East Pratt Street')
  })
})
