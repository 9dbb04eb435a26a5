import type { Probe, ProbePlace } from '@ambit/contract'
import { expect, test } from 'vitest'
import { byFit } from '../records/board-fit.ts'
import { bestPlace, placeNear, placesOf, tripAfter } from './hold.ts'

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 23, 8, minutes)).toISOString()
const place = (minutes: number, fit: ProbePlace['fit'] = 'fits'): ProbePlace => ({
  fit,
  pickup_before: null,
  dropoff_before: null,
  pickup_at: at(minutes),
  dropoff_at: at(minutes + 10),
  others_later: 0,
  worst_later_s: 0,
  late_s: 0,
})
const probe = (trip_id: number, ...places: ProbePlace[]): Probe => ({
  trip_id,
  fit: places[0]?.fit ?? 'impossible',
  places,
  reasons: [],
})

test('a booking that is taken to a vehicle lies where the engine would put it, and arrows go through the places by time', () => {
  const van = probe(1, place(20), place(5), place(40))
  expect(placesOf(van).map(({ pickup_at }) => pickup_at)).toEqual([at(5), at(20), at(40)])
  expect(bestPlace(van)).toBe(1)
  expect(bestPlace(probe(2))).toBe(0)
})

test('the pointer chooses the place whose pick-up is nearest to it', () => {
  const van = probe(1, place(20), place(5), place(40))
  expect(placeNear(van, Date.parse(at(33)))).toBe(2)
  expect(placeNear(van, Date.parse(at(0)))).toBe(0)
  expect(placeNear(undefined, 0)).toBe(0)
})

test('arrows go from vehicle to vehicle and stop at the ends', () => {
  expect(tripAfter([7, 8, 9], 8, 1)).toBe(9)
  expect(tripAfter([7, 8, 9], 9, 1)).toBe(9)
  expect(tripAfter([7, 8, 9], 7, -1)).toBe(7)
  expect(tripAfter([7, 8, 9], null, 1)).toBe(7)
  expect(tripAfter([], null, 1)).toBeNull()
})

test('vehicles that fit come before those that break a promise, the sooner first', () => {
  const probes = [
    probe(1),
    probe(2, place(9, 'breaks_promise')),
    probe(3, place(30)),
    probe(4, place(10)),
    probe(5, place(1, 'others_later')),
  ]
  expect(byFit(probes).map(({ trip_id }) => trip_id)).toEqual([4, 3, 5, 2, 1])
})
