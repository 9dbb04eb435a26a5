import { expect, test } from 'vitest'
import { createClock } from './clocks.ts'

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

test('at normal speed the clock shows real time unless stored rows lie ahead of it', () => {
  const { wall, pass } = wallAt('2026-11-20T09:00:00Z')
  const clock = createClock({ kind: 'real', speed: 1 }, wall, new Date('2026-11-19T22:00:00Z'))
  pass(5)
  expect(clock.now().toISOString()).toBe('2026-11-20T09:00:05.000Z')
})
