import { expect, test } from 'vitest'
import { isOpenAt } from './opening-hours.ts'

const BRISBANE = 'Australia/Brisbane'
const clinic = [
  ...Array.from({ length: 5 }, () => [
    { from: 480, until: 720 },
    { from: 780, until: 1020 },
  ]),
  [],
  [],
]
const open = (at: string, hours = clinic) => isOpenAt(hours, BRISBANE, new Date(at))

test('a place is open within the times of the weekday where it is, and not at the moment at which it closes', () => {
  expect(open('2026-11-23T07:59:00+10:00')).toBe(false)
  expect(open('2026-11-23T08:00:00+10:00')).toBe(true)
  expect(open('2026-11-23T12:30:00+10:00')).toBe(false)
  expect(open('2026-11-23T16:59:00+10:00')).toBe(true)
  expect(open('2026-11-23T17:00:00+10:00')).toBe(false)
  expect(open('2026-11-28T10:00:00+10:00')).toBe(false)
})

test('an evening that ends after midnight is open in the small hours of the next day', () => {
  const club = [[], [], [], [], [{ from: 1200, until: 1620 }], [], []]
  expect(open('2026-11-28T02:59:00+10:00', club)).toBe(true)
  expect(open('2026-11-28T03:00:00+10:00', club)).toBe(false)
  expect(open('2026-11-27T02:00:00+10:00', club)).toBe(false)
})

test('Monday follows Sunday', () => {
  const night = [[], [], [], [], [], [], [{ from: 1380, until: 1500 }]]
  expect(open('2026-11-23T00:30:00+10:00', night)).toBe(true)
})
