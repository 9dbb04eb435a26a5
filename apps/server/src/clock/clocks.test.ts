import { expect, test } from 'vitest'
import { createClock, createDemoClock } from './clocks.ts'

const wallAt = (start: string) => {
  let now = Date.parse(start)
  return { wall: { now: () => now, monotonic: () => now }, pass: (seconds: number) => (now += seconds * 1000) }
}

test('a demo at ten times the speed continues after a restart and never goes back in time', () => {
  const first = wallAt('2026-11-20T09:00:00Z')
  const clock = createClock({ kind: 'real', speed: 10 }, first.wall)
  first.pass(360)
  const newest = clock.now()
  expect(newest.toISOString()).toBe('2026-11-20T10:00:00.000Z')
  const second = wallAt('2026-11-20T09:07:00Z')
  const again = createClock({ kind: 'real', speed: 10 }, second.wall, newest)
  expect(again.now().toISOString()).toBe('2026-11-20T10:00:00.000Z')
  second.pass(60)
  expect(again.now().toISOString()).toBe('2026-11-20T10:10:00.000Z')
  expect(again.wall().toISOString()).toBe('2026-11-20T09:08:00.000Z')
})

test.each(['2026-11-19T22:00:00Z', '2026-11-20T09:04:50Z', '2026-11-23T09:00:00Z'])(
  'at normal speed the clock shows real time, also when rows of %s are stored',
  (stored) => {
    const { wall, pass } = wallAt('2026-11-20T09:00:00Z')
    const clock = createClock({ kind: 'real', speed: 1 }, wall, new Date(stored))
    pass(5)
    expect(clock.now().toISOString()).toBe('2026-11-20T09:00:05.000Z')
  },
)

test('a demo’s clock begins at the given moment, stands still with the machine’s and goes on at the speed it is given', () => {
  const { wall, pass } = wallAt('2026-11-23T21:14:00Z')
  const clock = createDemoClock(wall, new Date('2026-11-23T07:45:00Z'), 1)
  expect(clock.now().toISOString()).toBe('2026-11-23T07:45:00.000Z')
  pass(60)
  clock.setSpeed?.(60)
  expect([clock.now().toISOString(), clock.speed]).toEqual(['2026-11-23T07:46:00.000Z', 60])
  pass(10)
  clock.setSpeed?.(1)
  pass(5)
  expect(clock.now().toISOString()).toBe('2026-11-23T07:56:05.000Z')
  expect(clock.wall().toISOString()).toBe('2026-11-23T21:15:15.000Z')
  pass(-3600)
  expect(clock.now().toISOString()).toBe('2026-11-23T07:56:00.000Z')
})
