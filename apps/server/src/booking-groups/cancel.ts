import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan, planBefore } from '../planning/change/change-plan.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { cancelInPlan } from '../service-requests/cancel.ts'
import { findBookingGroup, openBookingsOf } from './queries.ts'

/** Cancels what is still open of a group, in one transaction. 409 where one of them has begun, or none is left. */
export const cancelGroup = (
  deps: Deps,
  { id, zone_id, reason }: { id: number; zone_id: number; reason: string | null },
  actor: Actor,
  keep: Keep,
) =>
  changePlan(deps, zone_id, 'cancellation', async (change) => {
    const { tx } = change
    const ids = await openBookingsOf(tx, id)
    if (ids.length === 0) throw conflict('No booking of this group is left to cancel')
    if (deps.streets.current() !== null) await planBefore(change)
    const by = byActor(actor)
    const action = { kind: 'cancel' as const, service_request_ids: ids, cancellation_reason: reason }
    const title = `Cancel group ${id}: ${ids.length === 1 ? 'booking' : 'bookings'} ${ids.join(', ')}`
    await asAction(change, { action, title, by, reason, about: { bookings: ids } }, () =>
      cancelInPlan(change, ids, reason, by),
    )
    return keep(tx, { data: (await findBookingGroup(tx, null, id))! }) // found by the caller
  })
