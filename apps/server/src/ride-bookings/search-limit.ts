import { createCounts, throttleKey } from '../access/throttle.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/errors.ts'

const MINUTES = 10
const SEARCHES = 30

/** Counts a search of the passenger, for all processes together; throws 429 for more than 30 in ten minutes. */
export const countSearch = async (deps: Pick<Deps, 'db' | 'clock'>, travelerId: number): Promise<void> => {
  const counts = createCounts(deps, MINUTES * 60_000)
  const heldUp = await counts.count(throttleKey('ride search', String(travelerId)), SEARCHES)
  if (heldUp === null) return
  const left = Math.max(1, Math.ceil(heldUp / 60))
  const until = `Please search again in ${left} ${left === 1 ? 'minute' : 'minutes'}`
  throw tooMany(heldUp, `At most ${SEARCHES} searches can be made in ${MINUTES} minutes. ${until}`)
}
