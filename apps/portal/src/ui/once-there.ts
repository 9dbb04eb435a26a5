import { causeOf } from './cause-of.ts'
import { withdrawRoutingError } from './error-list.ts'
import type { SlowLoad } from './load-within.ts'

const drawnOnce = new WeakSet<SlowLoad>()

/**
 * What comes late after all is no error any more: it leaves the list of errors, and `draw` shows it, or answers false
 * where that is not wanted any more. Each is drawn once: until the page is there its error may be shown again, and to
 * begin anew each time would never come to an end.
 */
export const onceThere = async (late: SlowLoad, draw: () => boolean): Promise<void> => {
  try {
    await late.arrival
  } catch {
    return // The button stays, and says why when it is pressed.
  }
  withdrawRoutingError(causeOf(late))
  if (!drawnOnce.has(late) && draw()) drawnOnce.add(late)
}
