import type { ServiceArea } from '@ambit/contract'
import { expect, test } from 'vitest'
import { zoneTrouble } from './within-zone.ts'

const area = (id: number, zone_id: number, west: number, connected?: number[]): ServiceArea => ({
  id,
  zone_id,
  name: `area ${id}`,
  coordinates: [
    [
      [west, -28],
      [west + 1, -28],
      [west + 1, -27],
      [west, -27],
    ],
  ],
  travel_rule: connected === undefined ? null : { connected_location_ids: connected },
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  version: 1,
})
const place = (lng: number) => ({ name: `at ${lng}`, point: [lng, -27.5] as [number, number] })

// covers: WIZ-141, WIZ-142
test('pick-up and drop-off must be in one zone whose travel rules connect them', () => {
  const zones = [area(1, 1, 150, [2]), area(2, 1, 151), area(3, 2, 155)]
  expect(zoneTrouble(zones, place(150.5), place(151.5))).toBeNull()
  expect(zoneTrouble(zones, place(150.5), place(150.6))).toBe('not_connected')
  expect(zoneTrouble(zones, place(150.5), place(155.5))).toBe('destination_outside')
  expect(zoneTrouble(zones, place(140), place(151.5))).toBe('origin_outside')
  expect(zoneTrouble(zones, place(140), place(141))).toBe('both_outside')
})

test('a single place is out of zone only when no zone contains it', () => {
  const zones = [area(1, 1, 150, [2])]
  expect(zoneTrouble(zones, place(150.5), null)).toBeNull()
  expect(zoneTrouble(zones, place(140), null)).toBe('origin_outside')
  expect(zoneTrouble(zones, null, place(140))).toBe('destination_outside')
  expect(zoneTrouble(zones, null, null)).toBeNull()
  expect(zoneTrouble([], place(140), null)).toBeNull()
})
