import { expect, test } from 'vitest'
import { createRealTimeline, createServiceClock } from './real-time.ts'

test('an actor who waits for an hour is woken when the clock is hurried past it', async () => {
  const clock = createServiceClock(() => 0)
  clock.set(0, 1)
  const timeline = createRealTimeline(clock, (_, error) => {
    throw error
  })
  const woken = new Promise<number>((resolve) =>
    timeline.spawn('waiting', async (actor) => {
      const waiting = actor.until(3_600_000)
      clock.set(3_600_000, 60)
      await waiting
      resolve(actor.now())
    }),
  )
  expect(await woken).toBe(3_600_000)
})
