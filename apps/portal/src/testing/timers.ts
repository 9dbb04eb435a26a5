import { vi } from 'vitest'
import { pageTimers } from './page-timers.ts'

const TIMERS = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

/** Time that runs on runs this slowly, so that a busy machine does not use up what a test is about to measure. */
const SLOW = { every: 20, by: 5 }

const { setInterval, clearInterval } = globalThis
let held = false
let running: ReturnType<typeof setInterval> | undefined

/** Time of the page, and of the server in the same process, for what happens after a while or only for a while. */
export const timers = {
  /** The clock runs, which it does unless it is held. */
  go: (now: Date | null = null): void => {
    clearInterval(running)
    if (now === null && !held) return
    held = false
    pageTimers.beside(() => vi.useFakeTimers({ toFake: ['Date'], now: now ?? Date.now(), shouldAdvanceTime: true }))
  },
  /** From now on until the end of the test time passes by `pass`, at once; otherwise it runs on, four times slower. */
  take: (): void => {
    held = true
    vi.useFakeTimers({ toFake: [...TIMERS], now: Date.now() })
    running = pageTimers.beside(() => setInterval(() => vi.advanceTimersByTime(SLOW.by), SLOW.every))
  },
  /** From now on until the end of the test time passes only by `pass` and `until`; nothing else waits for anything. */
  hold: (): void => {
    held = true
    vi.useFakeTimers({ toFake: [...TIMERS] })
  },
  /** Lets so many milliseconds pass. */
  pass: async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
  },
  /** Lets time pass in steps of 20 ms until this no longer throws, so that little of it has passed by then. */
  until: <T>(happens: () => T): Promise<T> => vi.waitFor(happens, { interval: 20, timeout: 20_000 }),
}
