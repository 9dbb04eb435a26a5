import type { TripStop } from '@ambit/contract'
import { expect, test } from 'vitest'
import { momentNear, placeRefusals, readPaper } from './paper.ts'

const ZONE = 'Australia/Brisbane'
const stop = (id: number, scheduled_at: string): TripStop => ({
  id,
  trip_id: 1,
  location_id: 1,
  location_index: id,
  location_name: 'Market',
  point: [153, -27],
  kind: 'passenger',
  scheduled_at,
  scheduled_departure_at: scheduled_at,
  eta: null,
  latest_arrival_time: null,
  arrived_at: null,
  departed_at: null,
  boardings: [],
  alightings: [],
  leg: null,
})

test('a time on a sheet is the one nearest to the plan, in the evening and across midnight', () => {
  expect(momentNear('905', '2026-11-23T11:00:00.000Z', ZONE)).toBe('2026-11-23T11:05:00.000Z')
  expect(momentNear('9:05', '2026-11-22T23:00:00.000Z', ZONE)).toBe('2026-11-22T23:05:00.000Z')
  expect(momentNear('0:10', '2026-11-23T13:55:00.000Z', ZONE)).toBe('2026-11-23T14:10:00.000Z')
  expect(momentNear('noonish', '2026-11-22T23:00:00.000Z', ZONE)).toBeNull()
})

test('only stops of which something was written are sent, and what happened there in the order of its times', () => {
  const stops = [stop(1, '2026-11-22T23:00:00.000Z'), stop(2, '2026-11-22T23:10:00.000Z')]
  const { stops: sent, errors } = readPaper(
    stops,
    {
      2: {
        arrived: '9:12',
        left: '9:20',
        bookings: { 5: { mark: 'not_come', at: '' }, 7: { mark: 'boarded', at: '' }, 8: { mark: null, at: '' } },
      },
    },
    ZONE,
  )
  expect(errors).toEqual({})
  expect(sent).toEqual([
    {
      trip_stop_id: 2,
      arrived_at: '2026-11-22T23:12:00.000Z',
      departed_at: '2026-11-22T23:20:00.000Z',
      bookings: [
        { id: 7, mark: 'boarded', at: '2026-11-22T23:12:00.000Z' },
        { id: 5, mark: 'not_come', at: '2026-11-22T23:20:00.000Z' },
      ],
    },
  ])
  expect(readPaper(stops, { 1: { arrived: 'soon', left: '', bookings: {} } }, ZONE).errors).toEqual({
    '1.arrived': 'Please enter a time such as 9:05 am',
  })
})

test('what the server refuses stands beside what was typed', () => {
  const sent = [
    { trip_stop_id: 4, arrived_at: null, departed_at: null, bookings: [] },
    { trip_stop_id: 2, arrived_at: null, departed_at: null, bookings: [{ id: 7, mark: 'boarded' as const, at: '' }] },
  ]
  expect(
    placeRefusals(sent, [
      { pointer: '/stops/1/arrived_at', detail: 'A' },
      { pointer: '/stops/1/bookings/0/at', detail: 'B' },
      { pointer: '/stops/0/departed_at', detail: 'C' },
      { pointer: '', detail: 'D' },
    ]),
  ).toEqual({ errors: { '2.arrived': 'A', '2.7': 'B', '4.left': 'C' }, rest: ['D'] })
})
