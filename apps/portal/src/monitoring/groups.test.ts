import type { Trip } from '@ambit/contract'
import { expect, test } from 'vitest'
import { groupByZone, nextLate, rowsOf, zoneAfter } from './groups.ts'

const trip = (id: number, zone_id: number, late_by_s = 0): Trip =>
  ({
    id,
    zone_id,
    zone_name: `Zone ${zone_id}`,
    late_by_s,
    taken_out_at: null,
    late_status: late_by_s > 600 ? 'very-late' : late_by_s > 120 ? 'slightly-late' : 'on-time',
  }) as Trip // the rest plays no part

const trips = [trip(1, 2), trip(2, 1, 300), trip(3, 1), trip(4, 2, 900)]

test('trips are listed by zone, those out of service first, then the latest', () => {
  expect(groupByZone(trips).map(({ name, trips: inside }) => [name, inside.map(({ id }) => id)])).toEqual([
    ['Zone 1', [2, 3]],
    ['Zone 2', [4, 1]],
  ])
  const lost = { ...trip(5, 2), taken_out_at: '2026-11-23T08:00:00Z' }
  expect(groupByZone([...trips, lost])[1]?.trips.map(({ id }) => id)).toEqual([5, 4, 1])
})

test('a closed zone keeps its trips to itself', () => {
  expect(rowsOf(groupByZone(trips), new Set([1])).map(({ key }) => key)).toEqual([
    'zone-1',
    'zone-2',
    'trip-4',
    'trip-1',
  ])
})

test('the next late trip follows the one before in lateness, and after the last comes the first', () => {
  expect(nextLate(trips, null)?.id).toBe(4)
  expect(nextLate(trips, 4)?.id).toBe(2)
  expect(nextLate(trips, 2)?.id).toBe(4)
  expect(nextLate([trip(1, 1)], null)).toBeNull()
})

test('zones follow each other in both directions, round and round', () => {
  const groups = groupByZone(trips)
  const after = (zone: number | null, steps: 1 | -1) => zoneAfter(groups, zone, steps)?.zoneId
  expect([after(null, 1), after(1, 1), after(2, 1)]).toEqual([1, 2, 1])
  expect([after(null, -1), after(1, -1)]).toEqual([2, 2])
  expect(zoneAfter([], null, 1)).toBeNull()
})
