import { createCounts, throttleKey } from '../access/throttle.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/caller.ts'
import { tooMany } from '../http/errors.ts'

const MINUTES = 10
const OPENINGS = 60

/** Counts a link that is opened, before it is looked up, for all processes together; throws 429 for more than 60 in ten minutes. */
export const countOpening = async (deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<void> => {
  const counts = createCounts(deps, MINUTES * 60_000)
  const heldUp = await counts.count(throttleKey('ride link', networkOf(address)), OPENINGS)
  if (heldUp !== null)
    throw tooMany(heldUp, `At most ${OPENINGS} links can be opened in ${MINUTES} minutes. Please try again later`)
}
