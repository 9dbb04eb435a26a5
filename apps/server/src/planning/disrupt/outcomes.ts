import type { DisruptedBooking, Reason } from '@ambit/contract'
import type { PlanningContext } from '../plan/context.ts'
import { ridesIn, ridesOf } from '../problem/rides.ts'
import type { PlannedRide } from '../problem/rides.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking } from '../plan/types.ts'
import { refusalReasons } from '../search/refusals.ts'
import type { Replan } from '../reassign/replan.ts'

/** A smaller change than this is not shown. */
export const WORTH_S = 60

/** The bookings that have to leave a trip, and those that they delay. */
export const outcomes = (
  context: PlanningContext,
  affected: readonly PlanBooking[],
  found: Replan,
): DisruptedBooking[] => {
  const left = new Set(affected.map((booking) => booking.id))
  const stored = ridesBefore(context)
  const untouched = ridesIn(found.pp)
  const { time_zone } = context.plan.settings
  return compared(context, {
    left,
    before: (id) => (left.has(id) ? stored.get(id) : untouched.get(id)),
    after: ridesOf(found),
    reasons: (id) => refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, time_zone),
  })
}

export type Rides = {
  /** the bookings that had to leave their trip */
  left: ReadonlySet<number>
  before: (booking: number) => PlannedRide | undefined
  after: ReadonlyMap<number, PlannedRide>
  /** why a booking cannot be served */
  reasons: (booking: number) => Reason[]
}

/** Every booking for which a plan comes out otherwise. */
export const compared = (context: PlanningContext, rides: Rides): DisruptedBooking[] => {
  const vehicles = new Map(context.plan.trips.map((trip) => [trip.id, trip.vehicle_number]))
  const shown = (ride: PlannedRide | undefined) =>
    ride === undefined
      ? null
      : {
          trip_id: ride.trip_id,
          vehicle_number: vehicles.get(ride.trip_id) ?? '',
          pickup_at: ride.pickup_at === null ? null : toDate(ride.pickup_at).toISOString(),
          dropoff_at: toDate(ride.dropoff_at).toISOString(),
        }
  return context.plan.bookings.flatMap((booking): DisruptedBooking[] => {
    const left = rides.left.has(booking.id)
    const [was, is] = [rides.before(booking.id), rides.after.get(booking.id)]
    const later_s = was === undefined || is === undefined ? 0 : Math.round(is.dropoff_at - was.dropoff_at)
    if (!left && Math.abs(later_s) < WORTH_S && (was === undefined || is !== undefined)) return []
    const late =
      is === undefined
        ? 0
        : Math.max(0, (is.pickup_at ?? 0) - promised(booking), is.dropoff_at - booking.dropoff.promised_upper)
    return [
      {
        service_request_id: booking.id,
        traveler_id: booking.traveler_id,
        traveler_name: booking.traveler_name,
        outcome: is === undefined ? 'not_served' : is.trip_id === booking.trip_id ? 'changed' : 'moved',
        before: shown(was),
        after: shown(is),
        later_s,
        late_s: Math.round(late),
        reasons: is === undefined || left ? rides.reasons(booking.id) : [],
      },
    ]
  })
}

/** Passengers on board were picked up in time: waiting at the vehicle is no lateness at the pick-up. */
const promised = (booking: PlanBooking): number =>
  booking.status === 'on_board' ? Infinity : booking.pickup.promised_upper

/** As the screens have it now: what is expected at the stored stops. */
const ridesBefore = ({ plan }: PlanningContext): Map<number, PlannedRide> => {
  const stops = new Map(plan.trips.flatMap((trip) => trip.stops.map((stop) => [stop.id, stop])))
  return new Map(
    plan.bookings.flatMap((booking) => {
      const [from, to] = [booking.pickup_trip_stop_id, booking.dropoff_trip_stop_id].map((id) => stops.get(id ?? 0))
      if (booking.trip_id === null || to === undefined) return []
      const pickup_at = from === undefined || booking.status === 'on_board' ? null : (from.eta ?? from.scheduled_at)
      return [[booking.id, { trip_id: booking.trip_id, pickup_at, dropoff_at: to.eta ?? to.scheduled_at }]]
    }),
  )
}
