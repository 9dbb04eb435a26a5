import { each } from '../../jobs/each.ts'
import type { Job } from '../../jobs/runner.ts'
import { changePlan } from '../change/change-plan.ts'
import { completeTrip, readTrip, updateTrip } from '../change/trips.ts'

/** A driver may still be on the way to the depot: a trip ends by itself only so long after its end. */
const GRACE_MS = 15 * 60_000

/**
 * Ends trips past their end that have no passengers on board or waiting: driven ones complete, those that never started are
 * cancelled.
 */
export const endPastTrips: Job['run'] = async (deps, signal) => {
  const longPast = () => new Date(deps.clock.now().getTime() - GRACE_MS)
  const past = await deps.db
    .selectFrom('trips')
    .select(['id', 'zone_id'])
    .where('current_state', 'in', ['staged', 'live', 'in_transit'])
    .where('end_datetime', '<', longPast())
    .orderBy('id')
    .execute()
  await each(past, { signal, words: 'Not all trips could be ended' }, ({ id, zone_id }) =>
    changePlan(deps, zone_id, null, async (change) => {
      const trip = await readTrip(change.tx, id)
      if (trip === undefined || trip.on_board > 0 || trip.bookings_left > 0) return
      // Its schedule may have been extended while this waited for the zone.
      if (trip.end_datetime >= longPast()) return
      if (trip.current_state === 'staged')
        await updateTrip(change, id, { current_state: 'cancelled', status_message: 'No driver signed on to this trip' })
      else if (trip.current_state === 'live' || trip.current_state === 'in_transit') await completeTrip(change, id)
    }),
  )
}
