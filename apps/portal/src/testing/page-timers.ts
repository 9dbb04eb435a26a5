import { AsyncLocalStorage } from 'node:async_hooks'

/** of what runs in the page's process without being the page's: the server and its database */
const beside = new AsyncLocalStorage<true>()
const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis

/** what the page waits for, each with what it then does */
const waiting = new Map<NodeJS.Timeout, () => void>()
const repeated = new Set<NodeJS.Timeout>()

globalThis.setTimeout = Object.assign(
  (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
    const act = (): void => {
      waiting.delete(timer)
      run(...args)
    }
    const timer = setTimeout(act, ms)
    if (beside.getStore() === undefined) waiting.set(timer, act)
    return timer
  },
  setTimeout,
)
globalThis.setInterval = Object.assign(
  (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
    const timer = setInterval(run, ms, ...args)
    if (beside.getStore() === undefined) repeated.add(timer)
    return timer
  },
  setInterval,
)
globalThis.clearTimeout = (timer) => {
  waiting.delete(timer as NodeJS.Timeout) // nothing else is ever in there
  clearTimeout(timer)
}
globalThis.clearInterval = (timer) => {
  repeated.delete(timer as NodeJS.Timeout)
  clearInterval(timer)
}

export const pageTimers = {
  /** Timers that this sets, now or later, are not the page's. */
  beside: <T>(work: () => T): T => beside.run(true, work),
  /** What a closed page still waits for happens at once, so that nothing of it comes while the next page is open. */
  runOut: (): void => {
    for (const timer of repeated) clearInterval(timer)
    repeated.clear()
    const due = [...waiting]
    waiting.clear()
    for (const [timer, act] of due) {
      clearTimeout(timer)
      act()
    }
    // The page is gone: what these set again is not needed.
    for (const timer of waiting.keys()) clearTimeout(timer)
    waiting.clear()
  },
}
