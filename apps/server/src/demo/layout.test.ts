import { expect, test } from 'vitest'
import type { LngLat } from '@ambit/geo'
import { randomStream } from '@ambit/random'
import type { Address, Streets } from '@ambit/streets'
import { straightStreets } from '../testing/straight-streets.ts'
import { layOutService } from './layout.ts'

const houseAt = ([lng, lat]: LngLat): Address => ({
  id: `${lng},${lat}`,
  label: 'Long Street, Westisle',
  title: 'Long Street',
  kind: 'house_number',
  position: [lng, lat],
})

const SEA = 153.25
/** A hospital of the eastern island, on a rock before the western one */
const ROCK: LngLat = [153.011, -27.4905]
const town = (west: number, houses: number): Address[] =>
  Array.from({ length: houses }, (_, at) => houseAt([west + (at % 20) * 0.002, -27.5 + Math.floor(at / 20) * 0.002]))

/** Two islands, between which nobody drives. */
const islands = (): Streets => {
  const straight = straightStreets()
  const isWest = (place: Parameters<Streets['table']>[1][number]): boolean => {
    const point = 'point' in place ? place.point : place
    return point[0] < SEA && point !== ROCK
  }
  return {
    ...straight,
    addresses: {
      ...straight.addresses,
      houseNumbers: () => [...town(153.4, 300), ...town(153, 500)][Symbol.iterator](),
      landmarks: (kind) => (kind === 'hospital' ? [{ ...houseAt(ROCK), position: ROCK }] : []),
    },
    table: (profile, sources, targets) => {
      const { duration, distance } = straight.table(profile, sources, targets)
      const barred = (_: number, at: number): boolean =>
        isWest(sources[Math.floor(at / targets.length)]!) !== isWest(targets[at % targets.length]!) // rows × columns
      return {
        duration: duration.map((value, at) => (barred(value, at) ? Infinity : value)),
        distance: distance.map((value, at) => (barred(value, at) ? Infinity : value)),
      }
    },
  }
}

test('the demo serves one island of an extract that has several, the one where most people live', () => {
  const { zones } = layOutService(islands(), randomStream(7))
  expect(zones.length).toBeGreaterThan(1)
  for (const zone of zones) {
    expect(zone.stops.length).toBeGreaterThan(5)
    expect(zone.stops.filter(({ point, hub_stop }) => point[0] > SEA || hub_stop)).toEqual([])
  }
})
