import type { Change } from './changes.ts'
import { groupChanges } from './groups.ts'
import { missChanges } from './misses.ts'
import { openReturnChanges } from './open-returns.ts'
import { seriesChanges } from './series.ts'
import { suspensionChanges } from './suspensions.ts'
import { waitlistChanges } from './waitlist.ts'

/** Every change of what becomes a booking later: series, open returns and the waiting list; what becomes several at once; and what follows from misses. */
export const laterRideChanges: readonly Change[] = [
  ...groupChanges,
  ...seriesChanges,
  ...openReturnChanges,
  ...waitlistChanges,
  ...missChanges,
  ...suspensionChanges,
]
