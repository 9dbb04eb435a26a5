import { causeOf } from './cause-of.ts'
import { withdrawRoutingError } from './error-list.ts'
import type { SlowLoad } from './load-within.ts'

/** What comes late after all is no error any more: it leaves the list of errors, and `draw` shows it. */
export const onceThere = async (late: SlowLoad, draw: () => void): Promise<void> => {
  try {
    await late.arrival
  } catch {
    return // The button stays, and says why when it is pressed.
  }
  withdrawRoutingError(causeOf(late))
  draw()
}
