import { expect, test } from 'vitest'
import { at, NOON, rider, sampleManifest, stop } from '../testing/sample-trip.ts'
import { placeOf } from './details.ts'
import { freeAfter, minutesToSetOut } from './stop-view.ts'

test.each([
  ['12 Pier Street, Redwater', 'Pier Street, Redwater'],
  ['3/12a Pier Street, Redwater', 'Pier Street, Redwater'],
  ['Hafenstraße 12 b, Emden', 'Hafenstraße, Emden'],
  ['Calle Mayor 4-6, 28013 Madrid', 'Calle Mayor, 28013 Madrid'],
  ['Redwater Hospital', 'Redwater Hospital'],
])('%s is told without its house number while no passenger there is shown', (name, street) => {
  const manifest = sampleManifest({ trip_stops: [stop(1, 0, { location_name: name, boardings: [rider(41, 120)] })] })
  expect(placeOf(manifest, manifest.trip.trip_stops[0]!, NOON)).toBe(street)
  expect(placeOf(manifest, manifest.trip.trip_stops[0]!, NOON + 60 * 60_000)).toBe(name)
})

test('places of breaks and waiting are told as they are', () => {
  const manifest = sampleManifest({ trip_stops: [stop(1, 0, { location_name: 'Bay 4', kind: 'staging' })] })
  expect(placeOf(manifest, manifest.trip.trip_stops[0]!, NOON)).toBe('Bay 4')
})

test('seats and spaces that are free afterwards count who stays, gets on and gets off', () => {
  const wheelchair = { mobility_support: 1 }
  const { trip } = sampleManifest({
    trip_stops: [
      stop(1, 0, { boardings: [rider(41, 0, wheelchair), rider(42, 0, { passenger_count: 3 })] }),
      stop(2, 5, {
        alightings: [rider(41, 0, wheelchair), rider(43, 0, { status: 'on_board' })],
        boardings: [rider(44, 0, { status: 'no_show' })],
      }),
      stop(3, 9, { alightings: [rider(42, 0, { passenger_count: 3 }), rider(44, 0, { status: 'no_show' })] }),
    ],
  })
  const free = trip.trip_stops.map((one) => freeAfter(trip, one))
  expect(free[0]).toEqual({ seats: 4, spaces: 0 })
})

test('a vehicle where everything is done sets out in time for the next stop', () => {
  const here = stop(1, 0, { arrived_at: at(0), boardings: [rider(41, 0, { status: 'on_board' })] })
  const { trip } = sampleManifest({ trip_stops: [here, stop(2, 20)] })
  // Due in twenty minutes, five minutes away.
  expect(minutesToSetOut(trip, trip.trip_stops[0]!, NOON)).toBe(15)
  expect(minutesToSetOut(trip, trip.trip_stops[0]!, NOON + 16 * 60_000)).toBeNull()
  const waiting = sampleManifest({ trip_stops: [{ ...here, boardings: [rider(41, 0)] }, stop(2, 20)] }).trip
  expect(minutesToSetOut(waiting, waiting.trip_stops[0]!, NOON)).toBeNull()
})
