import { expect, test } from 'vitest'
import { type BookingAttempt, judge } from './counter.ts'

const attempt = (mark: string, outcome: BookingAttempt['outcome'], booking: number | null): BookingAttempt => ({
  key: mark,
  mark: `crash test ${mark}`,
  offering: 1,
  traveler: 1,
  outcome,
  booking,
})
const stored = (id: number, mark: string | null, status: 'assigned' | 'error' = 'assigned') => ({
  id,
  status,
  comment: mark === null ? null : `crash test ${mark}`,
})

test('bookings that are stored once are correct, no matter which other bookings were made', () => {
  expect(
    judge(
      [stored(1, 'a'), stored(2, 'b'), stored(3, null)],
      [attempt('a', 'confirmed', 1), attempt('b', 'confirmed', 2), attempt('c', 'refused', null)],
    ),
  ).toEqual([])
})

test('a lost booking, a double, one in error and one booked against its answer are each reported, one still open is not', () => {
  const found = judge(
    [stored(2, 'double'), stored(3, 'double'), stored(4, 'failed', 'error'), stored(5, 'refused')],
    [
      attempt('lost', 'confirmed', 1),
      attempt('double', 'confirmed', 2),
      attempt('failed', 'confirmed', 4),
      attempt('refused', 'refused', null),
      attempt('open', 'unknown', null),
    ],
  )
  expect(found).toEqual([
    'crash test lost, booking 1, is lost',
    'crash test double was booked 2 times',
    'crash test failed, booking 4, is error',
    'crash test refused was refused and is booked all the same',
  ])
})
