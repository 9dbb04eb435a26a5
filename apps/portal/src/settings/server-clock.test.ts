import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('the clock of a demo at ten times speed advances ten minutes in one', () => {
  let monotonic = 1000
  const clock = createServerClock(() => monotonic, new Date('2026-11-20T00:00:00Z'))
  clock.adjust({ now: '2026-11-23T08:00:00Z', speed: 10 })
  monotonic += 60_000
  expect(clock.now().toISOString()).toBe('2026-11-23T08:10:00.000Z')
  clock.adjust({ now: '2026-11-23T08:09:00Z', speed: 1 })
  expect(clock.now().toISOString()).toBe('2026-11-23T08:09:00.000Z')
})
