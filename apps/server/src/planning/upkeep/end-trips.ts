import type { Deps } from '../../deps.ts'
import { endTrip } from '../../driver/trip.ts'
import { readOwnTrip } from '../../driver/action.ts'
import { publish } from '../../live/publish.ts'
import { lockPlan, raisePlanVersion } from '../plan/queries.ts'

/** A driver may still be on the way to the depot: a trip ends by itself only so long after its end. */
const GRACE_MS = 15 * 60_000

/** Trips past their end that nobody rides in or waits for: driven ones complete, those that never started are cancelled. */
export const endPastTrips = async (deps: Deps): Promise<number> => {
  const now = deps.clock.now()
  const past = await deps.db
    .selectFrom('trips')
    .select(['id', 'zone_id'])
    .where('current_state', 'in', ['staged', 'live', 'in_transit'])
    .where('end_datetime', '<', new Date(now.getTime() - GRACE_MS))
    .orderBy('id')
    .execute()
  let ended = 0
  for (const { id, zone_id } of past)
    ended += await deps.db.transaction().execute(async (tx) => {
      await lockPlan(tx, zone_id)
      const trip = await readOwnTrip(tx, id)
      if (trip === undefined || trip.on_board > 0 || trip.bookings_left > 0) return 0
      if (trip.current_state === 'staged') {
        await tx
          .updateTable('trips')
          .set({ current_state: 'cancelled', status_message: 'Nobody signed on to this trip', updated_at: now })
          .where('id', '=', id)
          .execute()
      } else if (trip.current_state === 'live' || trip.current_state === 'in_transit') await endTrip({ tx, trip, now })
      else return 0
      await raisePlanVersion(tx, zone_id)
      await publish(tx, [{ kind: 'trip', trip_id: id, zone_id, region_id: trip.region_id }])
      return 1
    })
  return ended
}
