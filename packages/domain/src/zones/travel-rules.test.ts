import { expect, test } from 'vitest'
import { reach } from './travel-rules.ts'
import type { Area } from './travel-rules.ts'

const square = (id: number, west: number, connected: number[] | null): Area => ({
  id,
  coordinates: [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 1],
    ],
  ],
  connected_location_ids: connected,
})

// covers: WIZ-142
test('travel rules let the hill reach the station only, and the station every area', () => {
  const areas = [square(1, 0, [2]), square(2, 1, null)]
  const hill = [0.5, 0.5] as const
  const station = [1.5, 0.5] as const
  expect(reach(areas, hill, station)).toBe('reachable')
  expect(reach(areas, hill, [0.4, 0.4])).toBe('not_connected')
  expect(reach(areas, station, hill)).toBe('reachable')
  expect(reach(areas, [5, 5], hill)).toBe('origin_outside')
  expect(reach(areas, hill, [5, 5])).toBe('destination_outside')
})
