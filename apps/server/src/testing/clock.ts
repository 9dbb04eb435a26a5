import type { Clock } from '../deps.ts'

export type TestClock = Clock & {
  set: (time: Date | string) => void
  advance: (milliseconds: number) => void
}

/** Stands still until a test moves it. */
export const createTestClock = (start: Date | string): TestClock => {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    wall: () => new Date(now),
    monotonic: () => performance.now(),
    speed: 1,
    set: (time) => {
      now = new Date(time).getTime()
    },
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
