import { expect, test } from 'vitest'
import { mapStops } from './map-stops.ts'

const stop = (id: number, location_id: number, departed = false) => ({
  id,
  location_id,
  point: [153, -27 + location_id / 100] as [number, number],
  departed_at: departed ? '2026-11-23T00:00:00Z' : null,
})

test('a place that a route serves several times has one marker with its numbers', () => {
  const trip_stops = [stop(11, 1), stop(12, 2), stop(13, 1), stop(14, 2), stop(15, 1)]
  expect(mapStops({ trip_stops, next_trip_stop: { id: 11 } }).map(({ label, look }) => [label, look])).toEqual([
    ['1, 3, 5', 'next'],
    ['2, 4', 'future'],
  ])
})

test('a marker numbers the visits ahead, and says how many more there are', () => {
  const trip_stops = [stop(11, 1, true), ...[12, 13, 14, 15, 16].map((id) => stop(id, 1))]
  expect(mapStops({ trip_stops, next_trip_stop: null }).map(({ label }) => label)).toEqual(['2, 3, 4 +2'])
})

test('a place that has been served for the last time is marked as past', () => {
  const trip_stops = [stop(11, 1, true), stop(12, 2), stop(13, 1, true)]
  expect(mapStops({ trip_stops, next_trip_stop: { id: 12 } }).map(({ label, look }) => [label, look])).toEqual([
    ['1, 3', 'past'],
    ['2', 'next'],
  ])
})
