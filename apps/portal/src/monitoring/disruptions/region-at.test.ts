import { expect, test } from 'vitest'
import { regionAt } from './region-at.ts'

/** A square zone of 0.1 degrees, from its south-western corner. */
const square = (region_id: number, lng: number, lat: number) => ({
  region_id,
  boundaries: [
    [
      { lng, lat },
      { lng: lng + 0.1, lat },
      { lng: lng + 0.1, lat: lat + 0.1 },
      { lng, lat: lat + 0.1 },
    ],
  ],
})

test('a street belongs to the region of its zone, unless it is in no zone or in zones of two regions', () => {
  const zones = [square(1, 153, -27), square(2, 153.05, -27), square(2, 153.3, -27)]
  expect(regionAt([153.02, -26.95], zones)).toBe(1)
  expect(regionAt([153.35, -26.95], zones)).toBe(2)
  expect(regionAt([153.07, -26.95], zones)).toBe(null)
  expect(regionAt([153.5, -26.95], zones)).toBe(null)
})
