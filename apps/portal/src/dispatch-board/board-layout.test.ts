import type { BoardBooking, BoardRow, DispatchBoard } from '@ambit/contract'
import { expect, test } from 'vitest'
import { layOutRow, loadOf, scaleOf, shownRows, ticksOf } from './board-layout.ts'
import { shareAt } from '../records/effects/lanes.ts'

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 23, 8, minutes)).toISOString()
const scale = scaleOf({ from: at(0), until: at(180) })
const ride = (id: number, from: number, until: number, more: Partial<BoardBooking> = {}): BoardBooking => ({
  id,
  traveler_id: id,
  traveler_name: `Passenger ${id}`,
  zone_id: 1,
  trip_id: 1,
  status: 'assigned',
  passenger_count: 1,
  mobility_support: 0,
  aids: [],
  pickup: { from: at(from), until: at(from + 15) },
  dropoff: { from: at(until), until: at(until + 15) },
  pickup_at: at(from),
  dropoff_at: at(until),
  late_s: 0,
  marks: [],
  pin: null,
  ...more,
})
const stop = (id: number, minutes: number, seats: number): BoardRow['stops'][number] => ({
  id,
  kind: 'passenger',
  location_name: 'Market',
  planned_at: at(minutes),
  planned_departure_at: at(minutes + 1),
  expected_at: at(minutes),
  arrived_at: null,
  departed_at: null,
  boardings: [],
  alightings: [],
  load: { seats, wheelchairs: 0 },
  slack_s: 60,
})
const row = (trip_id: number, more: Partial<BoardRow> = {}): BoardRow => ({
  trip_id,
  trip_name: `trip_${trip_id}`,
  zone_id: 1,
  vehicle_id: trip_id,
  vehicle_number: `Van ${trip_id}`,
  driver_name: 'Dora Kent',
  state: 'live',
  start: at(0),
  end: at(180),
  capacity: { seats: 4, wheelchairs: 0 },
  pause: null,
  stops: [],
  ...more,
})

test('rides that overlap lie in lanes of their own, and the next ride takes the first lane that is free', () => {
  const { bars, lanes } = layOutRow(row(1), [ride(3, 50, 80), ride(1, 0, 40), ride(2, 20, 60)], scale)
  expect(bars.map(({ booking, lane }) => [booking.id, lane])).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ])
  expect(lanes).toBe(2)
})

test('rides outside of the time shown, and those without a time, are not drawn', () => {
  const { bars } = layOutRow(
    row(1),
    [ride(1, -90, -60), ride(2, 200, 220), ride(3, 10, 20, { pickup_at: null })],
    scale,
  )
  expect(bars).toEqual([])
})

const board = (rows: BoardRow[], bookings: BoardBooking[]): DispatchBoard => ({
  from: at(0),
  until: at(180),
  now: at(30),
  zones: [],
  rows,
  bookings,
})
const shown = (given: DispatchBoard, filter: Partial<Parameters<typeof shownRows>[1]>) =>
  shownRows(given, { sort: 'vehicle', hideIdle: false, search: '', ...filter }).map((one) => one.row.trip_id)

// covers: FX-73
test('rows are sorted by vehicle, lateness, next stop or free capacity', () => {
  const given = board(
    [
      row(1, { stops: [stop(1, 90, 3)] }),
      row(2, { stops: [{ ...stop(2, 10, 3), arrived_at: at(10), departed_at: at(11) }, stop(3, 60, 0)] }),
      row(3, { stops: [stop(4, 45, 0)], capacity: { seats: 8, wheelchairs: 1 } }),
    ],
    [ride(1, 90, 100, { trip_id: 1, late_s: 30 }), ride(2, 60, 70, { trip_id: 2, late_s: 400 })],
  )
  expect(shown(given, { sort: 'vehicle' })).toEqual([1, 2, 3])
  expect(shown(given, { sort: 'lateness' })).toEqual([2, 1, 3])
  expect(shown(given, { sort: 'next' })).toEqual([3, 2, 1])
  expect(shown(given, { sort: 'capacity' })).toEqual([3, 1, 2])
})

test('rows are found by vehicle, driver and passenger, and vehicles that are not in service can be hidden', () => {
  const given = board([row(1), row(2, { state: 'staged', driver_name: 'Ada Blum' })], [ride(9, 10, 20, { trip_id: 2 })])
  expect(shown(given, { search: 'van 1' })).toEqual([1])
  expect(shown(given, { search: ' ADA ' })).toEqual([2])
  expect(shown(given, { search: 'passenger 9' })).toEqual([2])
  expect(shown(given, { search: 'nobody' })).toEqual([])
  expect(shown(given, { hideIdle: true })).toEqual([1])
})

test('the load is drawn from each stop that somebody leaves on board to the next', () => {
  const steps = loadOf(row(1, { stops: [stop(1, 30, 2), stop(2, 60, 4), stop(3, 90, 0), stop(4, 120, 0)] }), scale)
  expect(
    steps.map(({ start, end, seats, share }) => [Math.round(start * 180), Math.round(end * 180), seats, share]),
  ).toEqual([
    [31, 60, 2, 0.5],
    [61, 90, 4, 1],
  ])
})

test('the axis has a mark every quarter of an hour in three hours, and fewer in a day', () => {
  expect(ticksOf(scale)).toHaveLength(12)
  expect(ticksOf({ from: scale.from, until: scale.from + 24 * 3_600_000 })).toHaveLength(12)
  expect(shareAt(scale, at(90))).toBe(0.5)
})
