import type { AnyId } from '@ambit/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RouteDraft, StopDraft } from '../design/design.ts'
import {
  insertStop,
  moveStop,
  routeProblems,
  type RouteStops,
  setDwell,
  takeStop,
  visitKeys,
  visitsOf,
} from './route-stops.ts'
import { routeStrings } from './strings.ts'

const visits = (...ids: AnyId[]): RouteStops => ids.map((id) => ({ zone_stop_id: id, dwell_seconds: 30 }))
const idsOf = (stops: RouteStops): AnyId[] => stops.map(({ zone_stop_id }) => zone_stop_id)
const stop = (id: AnyId, name: string): StopDraft => ({
  id,
  version: 1,
  name,
  street_address: null,
  note: null,
  point: [152.9, -27.2],
  staging: false,
  not_accessible: false,
  medically_exempt: false,
  hub_stop: false,
  break: false,
  passenger: true,
})
const route = (id: AnyId, name: string, stops: RouteStops): RouteDraft => ({
  id,
  version: 1,
  name,
  service_strategy_id: null,
  stops,
  line: null,
  blocks: [],
})

describe('the order of stops', () => {
  // covers: ZONE-20
  test('a moved stop gets its new place, and the others keep their order', () => {
    expect(idsOf(moveStop(visits(1, 2, 3, 4), 0, 2))).toEqual([2, 3, 1, 4])
    expect(idsOf(moveStop(visits(1, 2, 3, 4), 3, 0))).toEqual([4, 1, 2, 3])
    expect(idsOf(moveStop(visits(1, 2, 3), 2, 9))).toEqual([1, 2, 3])
    const list = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(list, fc.nat(11), fc.nat(11), (ids, from, to) => {
        const place = Math.min(to, ids.length - 1)
        const start = from % ids.length
        const moved = idsOf(moveStop(visits(...ids), start, to))
        expect(moved[place]).toBe(ids[start])
        expect(moved.toSpliced(place, 1)).toEqual(ids.toSpliced(start, 1))
        expect(idsOf(moveStop(visits(...moved.map(Number)), place, start))).toEqual(ids)
      }),
    )
  })

  // covers: ZONE-19
  test('an added stop gets a dwell time of 30 s, which can be changed', () => {
    const stops = insertStop(visits(1, 2), 1, 7)
    expect(stops[1]).toEqual({ zone_stop_id: 7, dwell_seconds: 30 })
    expect(setDwell(stops, 1, 90).map(({ dwell_seconds }) => dwell_seconds)).toEqual([30, 90, 30])
    expect(idsOf(takeStop(stops, 0))).toEqual([7, 2])
  })

  test('each visit to the same stop has its own key', () => {
    expect(visitKeys(visits(1, 2, 1, '$new'))).toEqual(['1 1', '2 1', '1 2', '$new 1'])
  })
})

describe('what a save would refuse', () => {
  test('a route with one stop, with a deleted stop, or with the same stop twice in a row', () => {
    const stops = [stop(1, 'Church'), stop(2, 'Mill')]
    const routes = [
      route(7, 'Town loop', visits(1, 2, 1)),
      route(8, 'Short', visits(1)),
      route('$new', 'Coast', visits(1, 3)),
      route(9, 'Shuttle', visits(1, 2, 2)),
    ]
    expect(routeProblems(routes, stops).map(({ text }) => text)).toEqual([
      'Short needs at least two stops.',
      'Coast visits a stop that was deleted.',
      'Shuttle visits the same stop twice in a row.',
    ])
    expect(visitsOf(routes[2]!, stops).map((visit) => visit.stop?.name ?? null)).toEqual(['Church', null])
  })
})

test('times are shown in suitable units', () => {
  expect([45, 90, 3599, 5400].map(routeStrings.duration)).toEqual(['45 s', '2 min', '1 h 0 min', '1 h 30 min'])
})
