import { each } from '../../jobs/each.ts'
import type { Job } from '../../jobs/runner.ts'
import { changePlan } from '../change/change-plan.ts'
import { lapseTrip } from '../change/lapse.ts'
import { readTrip } from '../change/trips.ts'

const MINUTE_MS = 60_000
/** A driver may still be on the way to the depot: a trip ends by itself only so long after its end. */
const GRACE_MS = 15 * MINUTE_MS
/** While its vehicle was seen so short a time ago, the driver can end the trip. */
const SEEN_MS = 5 * MINUTE_MS
/** A driver who has not ended the trip so long after its end has forgotten to. */
const LATEST_MS = 120 * MINUTE_MS

/**
 * Ends trips past their end that have no passengers on board or waiting: driven ones complete, those that never started are
 * cancelled.
 */
export const endPastTrips: Job['run'] = async (deps, signal) => {
  const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms)
  const past = await deps.db
    .selectFrom('trips as t')
    .leftJoin('trip_monitors as m', 'm.trip_id', 't.id')
    .select(['t.id', 't.zone_id'])
    .where('t.current_state', 'in', ['staged', 'live', 'in_transit'])
    .where('t.end_datetime', '<', ago(GRACE_MS))
    .where((eb) =>
      eb.or([
        eb('t.current_state', '=', 'staged'),
        eb('m.recorded_at', 'is', null),
        eb('m.recorded_at', '<', ago(SEEN_MS)),
        eb('t.end_datetime', '<', ago(LATEST_MS)),
      ]),
    )
    .orderBy('t.id')
    .execute()
  await each(past, { signal, words: 'Not all trips could be ended' }, ({ id, zone_id }) =>
    changePlan(deps, zone_id, null, async (change) => {
      const trip = await readTrip(change.tx, id)
      if (trip === undefined || trip.on_board > 0 || trip.bookings_left > 0) return
      // Its schedule may have been extended while this waited for the zone.
      if (trip.end_datetime >= ago(GRACE_MS)) return
      if (trip.current_state !== 'completed' && trip.current_state !== 'cancelled') await lapseTrip(change, trip)
    }),
  )
}
