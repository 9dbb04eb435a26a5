import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlans } from '../planning/change/change-plan.ts'
import { cancelInPlans } from '../service-requests/cancel.ts'
import { findBookingGroup, openBookingsOf } from './queries.ts'

/**
 * Cancels what is still open of a group in the caller's regions, in one transaction: members may ride in another zone by
 * now. 409 where one of them has begun or was changed meanwhile, or none is left.
 */
export const cancelGroup = async (
  deps: Deps,
  { id, reason }: { id: number; reason: string | null },
  actor: Actor,
  keep: Keep,
) => {
  const regions = regionScope(actor)
  const inZones = (await openBookingsOf(deps.db, id, regions)).map(({ zone_id }) => zone_id)
  return changePlans(deps, inZones, 'cancellation', async (changes, tx) => {
    const open = await openBookingsOf(tx, id, regions)
    if (open.length === 0) throw conflict('No booking of this group is left to cancel')
    const title = (ids: readonly number[]): string =>
      `Cancel group ${id}: ${ids.length === 1 ? 'booking' : 'bookings'} ${ids.join(', ')}`
    await cancelInPlans(changes, open, { reason, by: byActor(actor), title })
    return keep(tx, { data: (await findBookingGroup(tx, regions, id))! }) // found by the caller
  })
}
