import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

const PAUSE = 100
const FRAME = 16

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) =>
    Number(setTimeout(() => run(performance.now()), FRAME)),
  )
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a step follows the first wake in the next frame, and further ones only after the pause', () => {
  const step = vi.fn<(now: number) => void>()
  const pace = createPace(step, () => PAUSE)
  pace.wake()
  vi.advanceTimersByTime(FRAME + 1)
  expect(step).toHaveBeenCalledTimes(1)
  for (let wakes = 0; wakes < 50; wakes++) {
    pace.wake()
    vi.advanceTimersByTime(1)
  }
  expect(step).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(PAUSE)
  expect(step).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10 * PAUSE)
  expect(step).toHaveBeenCalledTimes(2)
})

test('nothing steps once it is stopped', () => {
  const step = vi.fn<(now: number) => void>()
  const pace = createPace(step, () => PAUSE)
  pace.wake()
  vi.advanceTimersByTime(1)
  pace.stop()
  vi.advanceTimersByTime(10 * PAUSE)
  expect(step).not.toHaveBeenCalled()
})
