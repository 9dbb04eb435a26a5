import { expect, test } from 'vitest'
import { type LngLat, overlapOf, polygonArea, polygonFaults } from '@ambit/geo'
import { bands, halves } from './areas.ts'

const ring: LngLat[] = [
  [153, -27.5],
  [153.06, -27.51],
  [153.1, -27.46],
  [153.05, -27.4],
  [153.01, -27.42],
]

test.each([
  ['halves', halves, ['Bay West', 'Bay East'], [null, null]],
  ['bands', bands, ['Bay South', 'Bay Centre', 'Bay North'], [[0, 1], null, [2, 1]]],
])('the %s of a zone cover it exactly once', (_, divide, names, connected) => {
  const areas = divide('Bay', ring)
  expect(areas.map(({ name }) => name)).toEqual(names)
  expect(areas.map((area) => area.connected)).toEqual(connected)
  const whole = polygonArea([ring])
  const sum = areas.reduce((total, { coordinates }) => total + polygonArea(coordinates), 0)
  expect(Math.abs(sum / whole - 1)).toBeLessThan(1e-4)
  for (const [at, { coordinates }] of areas.entries()) {
    expect(polygonFaults(coordinates)).toEqual([])
    for (const other of areas.slice(0, at)) expect(overlapOf(coordinates, other.coordinates)).toBeNull()
  }
})
