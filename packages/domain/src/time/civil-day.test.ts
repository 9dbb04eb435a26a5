import { describe, expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, minutesIn, momentAt, weekdayOf } from './civil-day.ts'

describe('civil days', () => {
  test('a moment belongs to the date of its place', () => {
    const evening = new Date('2026-11-20T15:30:00Z')
    expect(dateIn('Australia/Brisbane', evening)).toBe('2026-11-21')
    expect(dateIn('America/New_York', evening)).toBe('2026-11-20')
    expect(minutesIn('Australia/Brisbane', evening)).toBe(90)
  })

  test('six in the morning is six on the wall, on both sides of a change of clocks', () => {
    expect(momentAt('Europe/Vaduz', '2026-03-28', 360).toISOString()).toBe('2026-03-28T05:00:00.000Z')
    expect(momentAt('Europe/Vaduz', '2026-03-29', 360).toISOString()).toBe('2026-03-29T04:00:00.000Z')
  })

  test('a time that the change of clocks skips comes that much later, one that comes twice is the first', () => {
    expect(momentAt('Europe/Vaduz', '2026-03-29', 150).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(momentAt('Europe/Vaduz', '2026-10-25', 150).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  test('minutes past midnight belong to the next day', () => {
    expect(momentAt('Australia/Brisbane', '2026-11-20', 1440 + 30).toISOString()).toBe('2026-11-20T14:30:00.000Z')
  })

  test('dates add up', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(daysBetween('2026-11-20', '2027-01-01')).toBe(42)
    expect(weekdayOf('2026-11-20')).toBe(5)
  })
})
