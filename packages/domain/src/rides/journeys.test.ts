import { expect, test } from 'vitest'
import { lastChoice, type RideMade, suggestedReturn, unreachable, usualStay } from './journeys.ts'

const at = (time: string): number => Date.parse(`2026-11-23T${time}:00Z`)
const home: [number, number] = [153, -27]
const clinic: [number, number] = [153.02, -27]
const shop: [number, number] = [153.04, -27]

/** Rides to the clinic and home again, with so many minutes there. */
const visit = (day: number, minutes: number): RideMade[] => {
  const came = at('09:00') + day * 24 * 3600_000
  const leaves = came + minutes * 60_000
  return [
    { from: home, to: clinic, boarded: came - 600_000, left: came },
    { from: clinic, to: home, boarded: leaves, left: leaves + 600_000 },
  ]
}

// covers: JRN-03
test('the usual stay is the middle of the last five visits, and an hour where there was none', () => {
  expect(usualStay([], clinic)).toBe(60)
  const visits = [visit(0, 300), visit(1, 300), ...[40, 90, 50, 45, 200].map((minutes, day) => visit(2 + day, minutes))]
  expect(usualStay(visits.flat().toReversed(), clinic)).toBe(50)
  expect(usualStay(visits.flat(), shop)).toBe(60)
  expect(usualStay([...visit(0, 40), ...visit(1, 61)], clinic)).toBe(51)
})

test('a stay of which no ride tells the end is none', () => {
  const [there] = visit(0, 30)
  if (there === undefined) throw new Error('There is a ride')
  expect(usualStay([there, { ...there, boarded: at('12:00'), left: at('12:10') }], clinic)).toBe(60)
  expect(usualStay([there, { from: clinic, to: home, boarded: at('09:01') + 86_400_000, left: 0 }], clinic)).toBe(60)
})

// covers: JRN-03
test('the suggested return is rounded up to five minutes', () => {
  expect(suggestedReturn(at('10:01'), 45)).toBe(at('10:50'))
  expect(suggestedReturn(at('10:00'), 45)).toBe(at('10:45'))
})

// covers: JRN-04
test('a way back is reached from the latest end of the way there on, the ways on foot included', () => {
  const there = { closes: at('10:02'), walk_s: 120 }
  expect(unreachable(there, { opens: at('10:04'), walk_s: 0 })).toBeNull()
  expect(unreachable(there, { opens: at('10:04'), walk_s: 60 })).toEqual({ ends: at('10:02'), from: at('10:05') })
  expect(unreachable(there, { opens: at('09:00'), walk_s: 300 })).toEqual({ ends: at('10:02'), from: at('10:10') })
})

test('the last choice between two places is that of the last way there', () => {
  const alone = { from: home, to: clinic, leg: null, open: false }
  const there = { from: home, to: clinic, leg: 1, open: false }
  const called = { ...there, open: true }
  const back = { from: clinic, to: home, leg: 2, open: false }
  expect(lastChoice([], home, clinic)).toBe('none')
  expect(lastChoice([back, there, alone], home, clinic)).toBe('timed')
  expect(lastChoice([called, back, there], home, clinic)).toBe('open')
  expect(lastChoice([alone, back, there], home, clinic)).toBe('none')
  expect(lastChoice([back, there], clinic, home)).toBe('none')
  expect(lastChoice([there], home, shop)).toBe('none')
})
