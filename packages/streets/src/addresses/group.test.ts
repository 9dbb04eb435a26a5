import { flatDistance } from '@ambit/geo'
import { seededRandom } from '@ambit/random'
import { expect, it } from 'vitest'
import { toLngLat } from '../osm/plane.ts'
import type { RawHouse, RawPlace, RawStreet, Spot } from './collect.ts'
import { findAreas, groupStreets } from './group.ts'

const random = seededRandom(7)
/** In a square so many metres wide */
const somewhere = (metres: number): Spot =>
  toLngLat([random.between(-metres, metres) / 2, random.between(-metres, metres) / 2])

it('names the areas around a point as a look at every place of a large extract would', () => {
  const ranks = [
    ['district', 900],
    ['district', 2600],
    ['village', 4000],
    ['city', 20_000],
  ] as const
  const places = Array.from({ length: 800 }, (_, at): RawPlace => {
    const [rank, reach] = ranks[at % ranks.length]
    return { name: `${rank} ${at}`, at: somewhere(100_000), rank, reach, postcode: undefined }
  })
  const nearest = (at: Spot, districts: boolean): string =>
    places
      .filter(({ rank }) => (rank === 'district') === districts)
      .map((place) => ({ name: place.name, share: flatDistance(at, place.at) / place.reach }))
      .filter(({ share }) => share <= 1)
      .toSorted((a, b) => a.share - b.share)[0]?.name ?? ''
  const areaAt = findAreas(places)
  for (let asked = 0; asked < 1000; asked++) {
    const at = somewhere(110_000)
    expect(areaAt(at)).toEqual({ district: nearest(at, true), city: nearest(at, false), postcode: '' })
  }
})

it('gives each house to the nearest of hundreds of streets of its name, and to none beyond 1,500 m', () => {
  const streets = Array.from({ length: 400 }, (): RawStreet => {
    const [lng, lat] = somewhere(60_000)
    const line: Spot[] = [
      [lng, lat],
      [lng + 0.001, lat],
      [lng + 0.001, lat + 0.001],
    ]
    return { name: 'Station Road', line, tags: {} }
  })
  const houses = Array.from({ length: 400 }, (_, at): RawHouse => {
    return { at: somewhere(62_000), number: String(at + 1), street: 'Station Road', tags: {} }
  })
  const grouped = groupStreets({ streets, houses, places: [], pois: [], interpolations: [] }, () => null)
  const away = (at: Spot, line: readonly Spot[]): number => Math.min(...line.map((point) => flatDistance(at, point)))
  let begun = 0
  for (const street of grouped) {
    const isKnown = street.lines.length > 0
    if (!isKnown) begun++
    for (const { at } of street.houses) {
      const least = Math.min(...streets.map(({ line }) => away(at, line)))
      if (isKnown) expect(away(at, street.lines.flat())).toBe(least)
      else expect(least).toBeGreaterThan(at === street.at ? 1499 : flatDistance(at, street.at))
    }
  }
  expect(grouped.reduce((sum, street) => sum + street.houses.length, 0)).toBe(400)
  expect(begun).toBeGreaterThan(20)
  expect(grouped.length - begun).toBeGreaterThan(300)
})
