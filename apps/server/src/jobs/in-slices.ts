import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@ambit/streets'
import type { Clock } from '../deps.ts'

/** The longest time that other requests wait for a slice. */
const SLICE_MS = 12

/** Runs long work to its end and yields to other requests in between. */
export const inSlices = async <T>(clock: Clock, steps: Steps<T>): Promise<T> => {
  for (;;) {
    const until = clock.monotonic() + SLICE_MS
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (clock.monotonic() < until)
    await setImmediate()
  }
}
