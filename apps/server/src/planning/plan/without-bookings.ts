import type { ZonePlan } from './types.ts'

/**
 * The plan with these bookings on no trip: their seats and minutes are free. Nothing is written, and the plan that is
 * kept stays as it is. Stops that were theirs alone stay in the trips' lists, where no one boards or alights any more.
 */
export const withoutBookings = (plan: ZonePlan, ids: ReadonlySet<number>): ZonePlan => {
  const left = new Set(plan.bookings.flatMap(({ id, trip_id }) => (ids.has(id) && trip_id !== null ? [trip_id] : [])))
  return {
    ...plan,
    bookings: plan.bookings.map((booking) =>
      ids.has(booking.id)
        ? { ...booking, status: 'unassigned', trip_id: null, pickup_trip_stop_id: null, dropoff_trip_stop_id: null }
        : booking,
    ),
    // Another trip than the one that was kept with these bookings: what is worked out for one does not hold for the other.
    trips: plan.trips.map((trip) => (left.has(trip.id) ? { ...trip } : trip)),
  }
}
