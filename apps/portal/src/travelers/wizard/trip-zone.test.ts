import type { ServiceArea, Zone } from '@ambit/contract'
import { expect, test } from 'vitest'
import { newDraft } from '../booking-draft.ts'
import { inTimeZone, tripTimeZone, tripZone } from './trip-zone.ts'

const zone = (id: number, region_id: number, time_zone: string): Zone => ({
  id,
  name: `zone ${id}`,
  abbreviation: `Z${id}`,
  region_id,
  region_name: `region ${region_id}`,
  time_zone,
  default_price: 3.5,
  point: null,
  payment_methods: [],
  allowed_apps: [],
  late_cancel_minutes: 60,
  waitlist: true,
  waitlist_max: 50,
  open_return_minutes: 45,
  waitlist_give_up_minutes: 60,
  series_days_ahead: 14,
  series_flex_minutes: 15,
  boarding_code: 'off',
  show_driver_name: false,
  status: 'active',
  boundaries: [],
  zoneId: id,
  stop_count: 0,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  version: 1,
})
const area = (zone_id: number, west: number, east: number): ServiceArea => ({
  id: zone_id * 10,
  zone_id,
  name: `area of ${zone_id}`,
  coordinates: [
    [
      [west, -28],
      [east, -28],
      [east, -27],
      [west, -27],
    ],
  ],
  travel_rule: null,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  version: 1,
})
const place = (lng: number) => ({ name: `at ${lng}`, point: [lng, -27.5] as [number, number] })

const perth = zone(1, 1, 'Australia/Perth')
const brisbane = zone(2, 2, 'Australia/Brisbane')
const sydney = zone(3, 3, 'Australia/Sydney')
const zones = [perth, brisbane, sydney]
/** Sydney's reaches into Brisbane's from 152 to 153. */
const areas = [area(1, 115, 116), area(2, 152, 154), area(3, 150, 153)]
const nowhere = { region: null, zone: [] }
const trip = (
  origin: number | null,
  destination: number | null,
  { tripZoneId = null, tripRegionId = null }: { tripZoneId?: number | null; tripRegionId?: number | null } = {},
) => ({
  tripZoneId,
  tripRegionId,
  origin: origin === null ? null : place(origin),
  destination: destination === null ? null : place(destination),
})

test('trip times are in the pick-up’s time zone, whichever zone is chosen', () => {
  expect(tripZone(trip(115.5, null, { tripZoneId: 3 }), zones, areas, { region: 2, zone: [] })).toBe(perth)
})

test('without a pick-up, trip times are in the time zone of the chosen zone or region rather than the header’s', () => {
  expect(tripZone(trip(null, null, { tripZoneId: 3 }), zones, areas, { region: 2, zone: [2] })).toBe(sydney)
  expect(tripZone(trip(null, null, { tripRegionId: 1 }), zones, areas, { region: 2, zone: [2] })).toBe(perth)
})

test('without a chosen zone, trip times are in the pick-up’s time zone rather than the header region’s', () => {
  expect(tripZone(trip(153.5, null), zones, areas, { region: 1, zone: [1] })).toBe(brisbane)
  expect(tripZone(trip(115.5, 153.5), zones, areas, nowhere)).toBe(perth)
})

test('of two zones around a pick-up, the chosen one sets the time zone, else the one that also contains the drop-off', () => {
  expect(tripZone(trip(152.5, 151), zones, areas, nowhere)).toBe(sydney)
  expect(tripZone(trip(152.5, 151, { tripZoneId: 2 }), zones, areas, nowhere)).toBe(brisbane)
  expect(tripZone(trip(152.5, 153.5), zones, areas, nowhere)).toBe(brisbane)
})

test('without a pick-up in any zone, the zone or region of the header sets the time zone', () => {
  expect(tripZone(trip(null, 115.5), zones, areas, { region: 2, zone: [] })).toBe(brisbane)
  expect(tripZone(trip(140, null), zones, areas, { region: 2, zone: [] })).toBe(brisbane)
  expect(tripZone(trip(null, null), zones, areas, { region: null, zone: [3] })).toBe(sydney)
})

test('without a pick-up or region, times are in the time zone that all zones share, or else the browser’s', () => {
  expect(tripZone(trip(null, null), zones, areas, nowhere)).toBeNull()
  expect(tripTimeZone(null, [sydney, zone(4, 4, 'Australia/Sydney')])).toBe('Australia/Sydney')
  expect(tripTimeZone(null, zones)).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('an entered time of day is kept when the pick-up is in another time zone', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const draft = newDraft('one', { id: 7, handicapped: false }, null, now).bookingData
  const entered = { ...draft, leaveNow: false, traveling_at: '2026-11-21T09:00:00.000Z' } // 17:00 in Perth
  expect(inTimeZone(entered, 'Australia/Perth', 'Australia/Brisbane', now).traveling_at).toBe(
    '2026-11-21T07:00:00.000Z',
  )
  expect(inTimeZone(draft, 'Australia/Perth', 'Australia/Brisbane', now)).toBe(draft)
})
