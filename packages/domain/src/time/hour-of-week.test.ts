import { expect, test } from 'vitest'
import { hourOfWeek } from './hour-of-week.ts'

test('the hours of a week count from Monday midnight in local time', () => {
  expect(hourOfWeek('Australia/Brisbane', new Date('2026-11-22T13:59:59Z'))).toBe(167)
  expect(hourOfWeek('Australia/Brisbane', new Date('2026-11-22T14:00:00Z'))).toBe(0)
  expect(hourOfWeek('Australia/Adelaide', new Date('2026-11-22T22:29:00Z'))).toBe(8)
  expect(hourOfWeek('Australia/Adelaide', new Date('2026-11-22T22:30:00Z'))).toBe(9)
  expect(hourOfWeek('America/New_York', new Date('2026-11-22T14:00:00Z'))).toBe(6 * 24 + 9)
})

test('eight in the morning is the same hour of the week before and after a clock change', () => {
  expect(hourOfWeek('Europe/Vaduz', new Date('2026-10-23T06:00:00Z'))).toBe(4 * 24 + 8)
  expect(hourOfWeek('Europe/Vaduz', new Date('2026-10-30T07:00:00Z'))).toBe(4 * 24 + 8)
  // The hour that comes twice is the same hour of the week both times.
  expect(hourOfWeek('Europe/Vaduz', new Date('2026-10-25T00:30:00Z'))).toBe(6 * 24 + 2)
  expect(hourOfWeek('Europe/Vaduz', new Date('2026-10-25T01:30:00Z'))).toBe(6 * 24 + 2)
})
