import { expect, test } from 'vitest'
import { createDiscreteTimeline } from './discrete.ts'
import { createBell } from './timeline.ts'

test('events run in the order of their times, and the clock moves before each', async () => {
  const seen: string[] = []
  const clock: number[] = []
  const timeline = createDiscreteTimeline(1000, async (moment) => void clock.push(moment))
  for (const [name, every] of [
    ['Ada', 30],
    ['Ben', 20],
  ] as const)
    timeline.spawn(name, async (actor) => {
      for (let count = 0; count < 3; count++) {
        await actor.until(actor.now() + every)
        seen.push(`${name} ${actor.now()}`)
      }
    })
  await timeline.play()
  // Both wait for 1060; Ada asked at 1030, before Ben at 1040.
  expect(seen).toEqual(['Ben 1020', 'Ada 1030', 'Ben 1040', 'Ada 1060', 'Ben 1060', 'Ada 1090'])
  expect(clock).toEqual([1020, 1030, 1040, 1060, 1090])
})

test('only one actor acts at a time, however long its calls take', async () => {
  let busy = 0
  const timeline = createDiscreteTimeline(0, async () => {})
  for (const name of ['Ada', 'Ben', 'Cy'])
    timeline.spawn(name, async (actor) => {
      await actor.until(10)
      busy++
      expect(busy).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy--
    })
  await timeline.play()
  expect(timeline.now()).toBe(10)
})

test('waiting for a time in the past returns at once, and an error ends the run', async () => {
  const timeline = createDiscreteTimeline(100, async () => {})
  timeline.spawn('late', async (actor) => {
    await actor.until(50)
    expect(actor.now()).toBe(100)
    throw new Error('The engine fell out')
  })
  await expect(timeline.play()).rejects.toThrow('The engine fell out')
})

test('many events run in the order of their times', async () => {
  const timeline = createDiscreteTimeline(0, async () => {})
  const seen: number[] = []
  for (let at = 0; at < 500; at++)
    timeline.spawn(String(at), async (actor) => {
      await actor.until((at * 7919) % 1000)
      seen.push(actor.now())
    })
  await timeline.play()
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen).toHaveLength(500)
})

test('a bell wakes a waiting actor early, once, and later rings reach no actor', async () => {
  const bell = createBell()
  const seen: string[] = []
  const timeline = createDiscreteTimeline(0, async () => {})
  timeline.spawn('Ada', async (actor) => {
    await actor.until(100, bell)
    seen.push(`Ada ${actor.now()}`)
    await actor.until(110, bell)
    await actor.until(150)
    seen.push(`Ada ${actor.now()}`)
  })
  timeline.spawn('Ben', async (actor) => {
    await actor.until(40)
    bell.ring()
    bell.ring()
    await actor.until(120)
    bell.ring()
    seen.push(`Ben ${actor.now()}`)
  })
  await timeline.play()
  expect(seen).toEqual(['Ada 40', 'Ben 120', 'Ada 150'])
})
