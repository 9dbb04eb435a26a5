import { notReady } from './errors.ts'

type Limits = {
  /** so many work at the same time, in this process */
  atOnce: number
  /** so many wait for them */
  mostWaiting: number
  /** said to those who come then */
  busy: string
}

/** Work that takes much memory or a thread, some at a time, first come, first served. Throws 503 while many wait. */
export const createTurns = ({ atOnce, mostWaiting, busy }: Limits) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (waiting.length >= mostWaiting) throw notReady(busy)
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next one takes over this one's place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
