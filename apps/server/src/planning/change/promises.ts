import { sql } from 'kysely'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, Seconds } from '../plan/types.ts'
import { ridesOf } from '../problem/rides.ts'
import type { Assignment } from './assign.ts'
import { noteBooking, noteTellings } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'

/**
 * A person accepted that some bookings are served later than promised: the windows that the plan keeps to end where
 * they are planned. What was promised first stays beside it, and is what lateness is measured from.
 */
export const widenPromises = async (
  change: PlanChange,
  assignment: Assignment,
  ids: ReadonlySet<number>,
): Promise<void> => {
  for (const [id, ride] of ridesOf(assignment)) {
    if (!ids.has(id)) continue
    const [pickup, dropoff] = [toDate(Math.ceil(ride.pickup_at ?? 0)), toDate(Math.ceil(ride.dropoff_at))]
    noteTellings(change, [{ event: 'booking_changed', service_request_id: id }])
    await change.tx
      .updateTable('service_requests')
      .set({ pickup_upper_bound: sql`greatest(pickup_upper_bound, ${pickup})` })
      .set({ dropoff_upper_bound: sql`greatest(dropoff_upper_bound, ${dropoff})` })
      .set({ updated_at: change.now })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('pickup_upper_bound', '<', pickup), eb('dropoff_upper_bound', '<', dropoff)]))
      .execute()
  }
}

/** The same for rides that have become longer than was promised. */
export const widenRides = async (
  change: PlanChange,
  assignment: Assignment,
  bookings: readonly Pick<PlanBooking, 'id' | 'max_ride_s'>[],
): Promise<void> => {
  const rides = ridesOf(assignment)
  for (const { id, max_ride_s } of bookings) {
    const ride = rides.get(id)
    const ride_s = ride?.pickup_at == null ? 0 : Math.ceil(ride.dropoff_at - ride.pickup_at)
    if (ride_s > max_ride_s)
      await change.tx.updateTable('service_requests').set({ max_ride_s: ride_s }).where('id', '=', id).execute()
  }
}

/** For passengers on board a lost vehicle: picked up where they stand, set down when it can be done. */
export type RescueWindows = {
  id: number
  trip_id: number | null
  location_id: number
  pickup: { lower: Seconds; upper: Seconds }
  dropoff: { lower: Seconds; upper: Seconds }
}

/** The passenger stands on the road, and walks nowhere from there; what was promised first stays beside it. */
export const strandPassenger = async (change: PlanChange, rescue: RescueWindows): Promise<void> => {
  noteBooking(change, rescue.id, rescue.trip_id)
  noteTellings(change, [{ event: 'booking_changed', service_request_id: rescue.id }])
  await change.tx
    .updateTable('service_requests')
    .set({
      pickup_location_id: rescue.location_id,
      pickup_lower_bound: toDate(rescue.pickup.lower),
      pickup_upper_bound: toDate(rescue.pickup.upper),
      pickup_walk_m: 0,
      pickup_walk_s: 0,
      dropoff_lower_bound: toDate(rescue.dropoff.lower),
      dropoff_upper_bound: toDate(rescue.dropoff.upper),
      stranded_at: change.now,
      first_boarded_at: sql`coalesce(first_boarded_at, boarded_at)`,
      boarded_at: null,
      updated_at: change.now,
    })
    .where('id', '=', rescue.id)
    .execute()
}
