import { vi } from 'vitest'
import { pageTimers } from './page-timers.ts'

const TIMERS = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

let held = false

/** Time of the page, and of the server in the same process, for what happens after a while or only for a while. */
export const timers = {
  /** The clock runs, which it does unless it is held. */
  go: (now: Date | null = null): void => {
    if (now === null && !held) return
    held = false
    pageTimers.beside(() => vi.useFakeTimers({ toFake: ['Date'], now: now ?? Date.now(), shouldAdvanceTime: true }))
  },
  /** From now on until the end of the test time also passes by `pass`, at once; otherwise it runs on. */
  take: (): void => {
    held = true
    pageTimers.beside(() => vi.useFakeTimers({ toFake: [...TIMERS], now: Date.now(), shouldAdvanceTime: true }))
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
