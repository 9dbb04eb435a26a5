import { expect, test } from 'vitest'
import { addDays, civilIn, momentOf, soonIn, stepsOfDay } from './zone-time.ts'

test("a time of the zone's clocks and its moment lead to each other", () => {
  const moment = Date.parse('2026-11-23T04:05:00Z')
  expect(civilIn('Australia/Brisbane', moment)).toEqual({ date: '2026-11-23', minutes: 14 * 60 + 5 })
  expect(momentOf('Australia/Brisbane', { date: '2026-11-23', minutes: 14 * 60 + 5 })).toBe(moment)
  expect(momentOf('America/New_York', { date: '2026-11-23', minutes: 0 })).toBe(Date.parse('2026-11-23T05:00:00Z'))
})

test('on the day when clocks go forward, a time after the gap is the one that the clocks show', () => {
  const after = momentOf('Europe/Berlin', { date: '2026-03-29', minutes: 4 * 60 })
  expect(new Date(after).toISOString()).toBe('2026-03-29T02:00:00.000Z')
})

test('times are offered in steps of five minutes, from half an hour ahead on', () => {
  expect(stepsOfDay).toHaveLength(288)
  const now = Date.parse('2026-11-23T04:01:00Z')
  expect(soonIn('Australia/Brisbane', now)).toEqual({ date: '2026-11-23', minutes: 14 * 60 + 35 })
})

test('the day after the last one of a month is the first of the next', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
})
