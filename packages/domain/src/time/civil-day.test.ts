import { describe, expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, hourOfWeek, isTimeZone, minutesIn, momentAt, weekdayOf } from './civil-day.ts'

describe('civil days', () => {
  test('a moment has the date of its time zone', () => {
    const evening = new Date('2026-11-20T15:30:00Z')
    expect(dateIn('Australia/Brisbane', evening)).toBe('2026-11-21')
    expect(dateIn('America/New_York', evening)).toBe('2026-11-20')
    expect(minutesIn('Australia/Brisbane', evening)).toBe(90)
  })

  test('six in the morning is 06:00 local time before and after a clock change', () => {
    expect(momentAt('Europe/Vaduz', '2026-03-28', 360).toISOString()).toBe('2026-03-28T05:00:00.000Z')
    expect(momentAt('Europe/Vaduz', '2026-03-29', 360).toISOString()).toBe('2026-03-29T04:00:00.000Z')
  })

  test('a local time that a clock change skips moves later by the gap, and one that occurs twice is the first', () => {
    expect(momentAt('Europe/Vaduz', '2026-03-29', 150).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(momentAt('Europe/Vaduz', '2026-10-25', 150).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  test('minutes past midnight belong to the next day', () => {
    expect(momentAt('Australia/Brisbane', '2026-11-20', 1440 + 30).toISOString()).toBe('2026-11-20T14:30:00.000Z')
  })

  test('adding days crosses months and years', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(daysBetween('2026-11-20', '2027-01-01')).toBe(42)
    expect(weekdayOf('2026-11-20')).toBe(5)
  })
})

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

test('only names of time zones are accepted as time zones', () => {
  for (const name of ['Australia/Brisbane', 'America/New_York', 'UTC'])
    expect([name, isTimeZone(name)]).toEqual([name, true])
  for (const name of ['', 'Brisbane', 'Australia/Nowhere', '+10:00', '10']) {
    expect([name, isTimeZone(name)]).toEqual([name, false])
  }
})
