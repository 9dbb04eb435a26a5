import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Anchor, anchorAfter, corrected, errorAt, isUncertain, timeOf } from './clock.ts'

const MINUTE = 60_000
const nine = Date.parse('2026-11-23T09:00:00Z')

/** Readings of a phone whose clock is `ahead`, in the run of the app that has this name. ms */
const at = (time: number, ahead = 0, { run = 'first', slept = 0 } = {}) => ({
  wall: nine + time + ahead,
  steady: time + 1000 - slept,
  run,
})
const told = (time: number, ...rest: [number?, { run?: string; slept?: number }?]) => ({
  ...at(time, ...rest),
  server: nine + time,
  error: 0,
})

test('the time goes on by the clock that cannot be set, and by the other one after a restart', () => {
  const anchor = told(0, 20 * MINUTE)
  expect(timeOf(at(5 * MINUTE, -3 * MINUTE), anchor)).toBe(nine + 5 * MINUTE)
  expect(timeOf(at(5 * MINUTE, 20 * MINUTE, { run: 'second' }), anchor)).toBe(nine + 5 * MINUTE)
  expect(timeOf(at(0, 7), null)).toBe(nine + 7)
  expect(isUncertain(at(MINUTE, 20 * MINUTE), anchor)).toBe(false)
  expect(isUncertain(at(MINUTE, 0), anchor)).toBe(true)
  expect(isUncertain(at(MINUTE, 20 * MINUTE, { run: 'second' }), anchor)).toBe(true)
})

test('a phone that slept, and one whose clock was set, are told apart when the server tells its time again', () => {
  const before = told(0)
  const done = { ...at(10 * MINUTE), written: 0 }
  expect(corrected(done, told(30 * MINUTE), before)).toBe(nine + 10 * MINUTE)
  const afterSleep = { ...at(20 * MINUTE, 0, { slept: 15 * MINUTE }), written: 0 }
  expect(corrected(afterSleep, told(30 * MINUTE, 0, { slept: 16 * MINUTE }), before)).toBe(nine + 20 * MINUTE)
  const wasSet = { ...at(20 * MINUTE, 15 * MINUTE), written: 0 }
  expect(corrected(wasSet, told(30 * MINUTE, 15 * MINUTE), before)).toBe(nine + 20 * MINUTE)
  expect(corrected(done, told(30 * MINUTE, 15 * MINUTE), before)).toBe(nine + 10 * MINUTE)
})

test('what an earlier run of the app wrote down is corrected where the phone’s clock was not set since', () => {
  const done = { ...at(10 * MINUTE, 0, { run: 'earlier' }), written: 77 }
  expect(corrected(done, told(30 * MINUTE), told(0, 0, { run: 'earlier' }))).toBe(nine + 10 * MINUTE)
  expect(corrected(done, told(30 * MINUTE, MINUTE), told(0, 0, { run: 'earlier' }))).toBe(77)
  const now = { ...at(20 * MINUTE, MINUTE), written: 77 }
  expect(corrected(now, told(30 * MINUTE, MINUTE), told(0, 0, { run: 'earlier' }))).toBe(nine + 20 * MINUTE)
  expect(corrected(now, told(30 * MINUTE, MINUTE), null)).toBe(nine + 20 * MINUTE)
})

/** A call that was so long on its way there and so long on its way back, ms. */
const call = (time: number, there: number, back: number, ahead = 0) => ({
  sent: at(time, ahead),
  received: at(time + there + back, ahead),
  server: nine + time + there,
})

test('what is known after a call is never further from the server’s time than is said, and a long call loses nothing', () => {
  const minutes = fc.integer({ min: -10, max: 10 })
  const wait = fc.integer({ min: 0, max: 10 * MINUTE })
  const delay = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 120_000 }))
  fc.assert(
    fc.property(minutes, fc.array(fc.tuple(wait, delay, delay), { maxLength: 20 }), (ahead, calls) => {
      let anchor: Anchor | null = anchorAfter(call(0, 200, 100, ahead * MINUTE), null)
      let time = 0
      for (const [pause, there, back] of calls) {
        time += pause
        const before = errorAt(at(time + there + back, ahead * MINUTE), anchor) ?? Infinity
        anchor = anchorAfter(call(time, there, back, ahead * MINUTE), anchor)
        time += there + back
        const now = at(time, ahead * MINUTE)
        const error = errorAt(now, anchor) ?? Infinity
        expect(Math.abs(timeOf(now, anchor) - (nine + time))).toBeLessThanOrEqual(error + 0.001)
        expect(error).toBeLessThanOrEqual(Math.min(before, (there + back) / 2))
      }
    }),
  )
})

test('a phone that slept during a call learns nothing from it, and one that finds the server’s clock set believes it', () => {
  const known = anchorAfter(call(0, 100, 100), null)
  const slept = { ...call(MINUTE, 100, 100), received: at(9 * MINUTE, 0, { slept: 8 * MINUTE - 200 }) }
  expect(anchorAfter(slept, known)).toBeNull()
  const set = call(MINUTE, 2000, 2000)
  expect(anchorAfter(set, known)).toMatchObject({ error: expect.closeTo(106, 0) })
  expect(anchorAfter({ ...set, server: set.server + 10 * MINUTE }, known)).toMatchObject({ error: 2000 })
})
