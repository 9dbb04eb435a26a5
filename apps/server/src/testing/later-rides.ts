import type { Change } from './changes.ts'
import { openReturnChanges } from './open-returns.ts'
import { seriesChanges } from './series.ts'
import { waitlistChanges } from './waitlist.ts'

/** Every change of what becomes a booking later: series, open returns and the waiting list. */
export const laterRideChanges: readonly Change[] = [...seriesChanges, ...openReturnChanges, ...waitlistChanges]
