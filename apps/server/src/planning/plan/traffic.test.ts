import { expect, test } from 'vitest'
import { createTraffic, freeFlow, hoursOfDropoff, hoursOfPickup, slowed } from './traffic.ts'

const at = (time: string): number => Date.parse(time) / 1000
const span = (from: string, until: string) => ({ from: at(from), until: at(until) })
/** Eight on Monday is slow, nine slower. */
const week = Array.from({ length: 168 }, (_, hour) => (hour === 8 ? 1.25 : hour === 9 ? 1.5 : 1))

test('a time span gets the factor of the slowest hour that it touches', () => {
  const { factors, levelIn } = createTraffic('Australia/Brisbane', week)
  const factorIn = (from: string, until: string) =>
    factors[levelIn(span(`2026-11-23T${from}:00+10:00`, `2026-11-23T${until}:00+10:00`))]
  expect(factorIn('07:00', '08:00')).toBe(1)
  expect(factorIn('07:00', '08:01')).toBe(1.25)
  expect(factorIn('08:00', '09:00')).toBe(1.25)
  expect(factorIn('08:59', '09:01')).toBe(1.5)
  expect(factorIn('07:00', '12:00')).toBe(1.5)
  expect(factorIn('10:00', '12:00')).toBe(1)
  // A moment is in its hour.
  expect(factorIn('08:00', '08:00')).toBe(1.25)
  expect(factors[levelIn(span('2026-11-24T08:00:00+10:00', '2026-11-24T10:00:00+10:00'))]).toBe(1)
  expect(factors[levelIn(span('2026-11-25T00:00:00+10:00', '2027-11-25T00:00:00+10:00'))]).toBe(1.5)
})

test('hours follow local time, with half-hour offsets and daylight saving', () => {
  const adelaide = createTraffic('Australia/Adelaide', week)
  expect(adelaide.levelIn(span('2026-11-23T07:00:00+10:30', '2026-11-23T08:00:00+10:30'))).toBe(0)
  expect(adelaide.levelIn(span('2026-11-23T07:00:00+10:30', '2026-11-23T08:15:00+10:30'))).toBe(1)
  const vaduz = createTraffic('Europe/Vaduz', week)
  for (const [monday, nine] of [
    ['2026-10-19', '07:00:00Z'],
    ['2026-10-26', '08:00:00Z'],
  ] as const) {
    const from = at(`${monday}T${nine}`)
    expect([from - 60, from, from + 3600].map((time) => vaduz.levelIn({ from: time, until: time }))).toEqual([1, 2, 0])
  }
})

test('a slowed duration is rounded up to whole seconds, and no further', () => {
  expect([slowed(100, 1.1), slowed(100, 1.15), slowed(7, 1.5), slowed(0, 1.5), slowed(Infinity, 1.5)]).toEqual([
    110,
    115,
    11,
    0,
    Infinity,
  ])
  expect(freeFlow.levelIn(span('2026-11-23T00:00:00Z', '2026-12-23T00:00:00Z'))).toBe(0)
})

test('the hours of a pick-up include the drive before its window, and none in the past', () => {
  const window = { lower: 10_000, upper: 10_600 }
  expect(hoursOfPickup(window, 0)).toEqual({ from: 8800, until: 10_600 })
  expect(hoursOfPickup(window, 10_100)).toEqual({ from: 10_100, until: 10_600 })
  expect(hoursOfPickup(window, 11_000)).toEqual({ from: 11_000, until: 11_000 })
  expect(hoursOfDropoff(window, { upper: 12_000 }, 0)).toEqual({ from: 10_000, until: 12_000 })
})
