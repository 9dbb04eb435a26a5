import { expect, test } from 'vitest'
import { dateAndTime, defaultTime, timeChoices, travelMoment } from './travel-time.ts'

const brisbane = 'Australia/Brisbane'
/** 13:02:30 in Brisbane, on the 20th */
const now = new Date('2026-11-20T03:02:30Z')

// covers: WIZ-91, WIZ-92, WIZ-94
test('travel times today start from now, rounded up to five minutes, and tomorrow at midnight', () => {
  expect(defaultTime(brisbane, now)).toBe('13:05')
  expect(timeChoices(brisbane, '2026-11-20', now)[0]).toBe('13:05')
  const tomorrow = timeChoices(brisbane, '2026-11-21', now)
  expect([tomorrow[0], tomorrow.at(-1), tomorrow.length]).toEqual(['00:00', '23:55', 288])
  expect(defaultTime(brisbane, new Date('2026-11-20T13:58:00Z'))).toBe('23:55')
})

// covers: WIZ-93
test('a travel time that has passed is reset to the default today and kept tomorrow', () => {
  expect(travelMoment(brisbane, '2026-11-20', '09:00', now)).toBe('2026-11-20T03:05:00.000Z')
  expect(travelMoment(brisbane, '2026-11-21', '09:00', now)).toBe('2026-11-20T23:00:00.000Z')
})

// covers: WIZ-93
test('a travel time off the five-minute grid is kept on another date, and today while it has not passed', () => {
  expect(travelMoment(brisbane, '2026-11-21', '14:37', now)).toBe('2026-11-21T04:37:00.000Z')
  expect(travelMoment(brisbane, '2026-11-20', '14:37', now)).toBe('2026-11-20T04:37:00.000Z')
  expect(travelMoment(brisbane, '2026-11-20', '12:37', now)).toBe('2026-11-20T03:05:00.000Z')
})

test('a travel time is shown in the zone’s local time', () => {
  expect(dateAndTime(brisbane, '2026-11-20T23:00:00.000Z')).toEqual({ date: '2026-11-21', time: '09:00' })
})
