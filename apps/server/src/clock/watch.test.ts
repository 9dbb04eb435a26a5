import { expect, test } from 'vitest'
import { createClockWatch } from './watch.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const watched = () => {
  const clock = { now: Date.parse('2026-11-20T09:00:00Z'), ticks: 0 }
  const logged: string[] = []
  const log = (_: object, message = ''): void => void logged.push(message)
  const watch = createClockWatch(
    { wall: () => new Date(clock.now), monotonic: () => clock.ticks },
    { debug: log, info: log, warn: log, error: log },
  )
  return {
    watch,
    logged,
    /** time passes, and the wall's clock is set by so much */
    pass: (milliseconds: number, set = 0) => {
      clock.ticks += milliseconds
      clock.now += milliseconds + set
      watch.look()
    },
  }
}

test('a clock that runs on, stands a little or is set forward is no trouble', () => {
  const { watch, logged, pass } = watched()
  pass(SECOND)
  pass(SECOND, -1500)
  pass(SECOND, 3 * 24 * 60 * MINUTE)
  pass(SECOND)
  expect([watch.trouble(), logged]).toEqual([null, []])
})

test('a clock that went back is told until it reaches again what it had reached, and logged once', () => {
  const { watch, logged, pass } = watched()
  pass(SECOND)
  pass(SECOND, -30 * SECOND)
  expect(watch.trouble()).toBe(
    'The clock of this machine went back by 30 seconds: check its time. It had reached 2026-11-20T09:00:02.000Z',
  )
  pass(20 * SECOND)
  expect(watch.trouble()).toContain('10 seconds')
  pass(9 * SECOND)
  expect(watch.trouble()).toBeNull()
  expect(logged).toEqual(['the clock of this machine went back'])
})

test('after ten minutes the present time of a clock that went back by days is taken for right', () => {
  const { watch, logged, pass } = watched()
  pass(SECOND, 3 * 24 * 60 * MINUTE)
  pass(SECOND, -3 * 24 * 60 * MINUTE)
  expect(watch.trouble()).toContain('4320 minutes')
  pass(10 * MINUTE)
  expect(watch.trouble()).not.toBeNull()
  pass(SECOND)
  expect(watch.trouble()).toBeNull()
  expect(watch.reached().toISOString()).toBe('2026-11-20T09:10:03.000Z')
  expect(logged).toEqual(['the clock of this machine went back', 'the present time of this machine is taken for right'])
})

test('a clock that went back while no server ran is told at the start', () => {
  const { watch, logged } = watched()
  watch.startFrom(new Date('2026-11-20T09:02:00Z'))
  expect(watch.trouble()).toContain('went back by 2 minutes')
  expect(logged).toHaveLength(1)
})
