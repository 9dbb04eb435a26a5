import { ApiError } from '@ambit/contract'
import { SECOND } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'

const WAIT_MS = 20 * SECOND
const MOST_WAITS = 60

/** Asks again, as a person would, while the server says that it cannot serve anybody (503). */
export const untilServed = async <T>(actor: Actor, call: () => Promise<T>): Promise<T> => {
  for (let waits = 0; ; waits++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || waits === MOST_WAITS) throw error
    }
    await actor.until(actor.now() + WAIT_MS)
  }
}
