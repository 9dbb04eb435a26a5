import { expect, test } from 'vitest'
import { expiryOf, lastDayOf } from './expiry.ts'

test.each([
  ['Australia/Brisbane', '2026-12-25', '2026-12-25T14:00:00.000Z'],
  // The night in which the clocks go back lasts an hour longer.
  ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-12-31', '2027-01-01T08:00:00.000Z'],
])('in %s a concession that expires on %s is valid to the end of that day', (timeZone, day, end) => {
  expect(expiryOf(day, timeZone).toISOString()).toBe(end)
  expect(lastDayOf(new Date(end), timeZone)).toBe(day)
})

test('a concession that ends within a day ends on that day', () => {
  expect(lastDayOf(new Date('2026-12-25T02:00:00Z'), 'Australia/Brisbane')).toBe('2026-12-25')
})
