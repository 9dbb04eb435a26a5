import { expect, test } from 'vitest'
import { dateRangePresets, isDateRangePreset, resolveDateRange } from './date-range.ts'

/** A Thursday, 3:40 pm in Brisbane. */
const now = new Date('2026-11-26T15:40:00+10:00')
const words = (date: Date, timeZone: string): string => date.toLocaleString('sv-SE', { timeZone }).slice(0, 16)
const range = (preset: (typeof dateRangePresets)[number], at = now, timeZone = 'Australia/Brisbane') =>
  resolveDateRange(preset, at, timeZone).map((date) => words(date, timeZone))

// covers: BOOK-12
test('the ten presets cover hours by the clock and days by the calendar of the zone', () => {
  expect(dateRangePresets.map((preset) => [preset, ...range(preset)])).toEqual([
    ['+/-1 hour', '2026-11-26 14:40', '2026-11-26 16:40'],
    ['last 2 hours', '2026-11-26 13:40', '2026-11-26 15:40'],
    ['next 2 hours', '2026-11-26 15:40', '2026-11-26 17:40'],
    ['today', '2026-11-26 00:00', '2026-11-27 00:00'],
    ['tomorrow', '2026-11-27 00:00', '2026-11-28 00:00'],
    ['next 2 days', '2026-11-27 00:00', '2026-11-29 00:00'],
    ['next week', '2026-11-30 00:00', '2026-12-07 00:00'],
    ['last week', '2026-11-16 00:00', '2026-11-23 00:00'],
    ['last month', '2026-10-01 00:00', '2026-11-01 00:00'],
    ['last quarter', '2026-07-01 00:00', '2026-10-01 00:00'],
  ])
})

test('presets are correct at the turn of the year and on a day whose clocks change', () => {
  const newYear = new Date('2027-01-04T00:10:00+10:00')
  expect(range('last quarter', newYear)).toEqual(['2026-10-01 00:00', '2027-01-01 00:00'])
  expect(range('last month', newYear)).toEqual(['2026-12-01 00:00', '2027-01-01 00:00'])
  expect(range('last week', newYear)).toEqual(['2026-12-28 00:00', '2027-01-04 00:00'])
  const [from, to] = resolveDateRange('today', new Date('2026-10-04T05:00:00Z'), 'Australia/Sydney')
  expect((to.getTime() - from.getTime()) / 3_600_000).toBe(23)
})

test('only the ten names are presets', () => {
  expect(dateRangePresets.every(isDateRangePreset)).toBe(true)
  expect(isDateRangePreset('yesterday')).toBe(false)
})
