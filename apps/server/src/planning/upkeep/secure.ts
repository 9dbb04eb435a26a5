import type { Deps } from '../../deps.ts'
import { secureBookings } from '../change/bookings.ts'
import { changePlan } from '../change/change-plan.ts'
import { planAt } from '../plan/cache.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { toDate, toSeconds } from '../plan/types.ts'

/** Planning looks at a zone every half minute: a booking of the last moment is seen before it is secured. */
const SEEN_AFTER_S = 60

/** Secures bookings whose pick-up window opens soon: `secure_minutes` of the zone's strategy. */
export const secureSoon = async (deps: Deps, at: ZoneVersion): Promise<void> => {
  const { settings, bookings } = await planAt(deps, deps.db, at)
  const now = toSeconds(deps.clock.now())
  const minutes = settings.strategy.secure_minutes
  const before = now + minutes * 60
  if (!bookings.some(({ status, pickup }) => status === 'assigned' && pickup.lower <= before)) return
  await changePlan(deps, at.zone_id, null, (change) =>
    secureBookings(change, {
      window_opens_before: toDate(before),
      booked_before: toDate(now - (deps.config.optimiser ? SEEN_AFTER_S : 0)),
      reason: { code: 'window_opens', text: `The pick-up window opens within ${minutes} minutes` },
    }),
  )
}
