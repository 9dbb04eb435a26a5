import type { PlanningContext } from '../plan/context.ts'
import { ridesIn } from '../problem/rides.ts'
import type { PlannedRide } from '../problem/rides.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import { pointIn } from '../plan/lookups.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'

/** Less later than this is what rounding makes of it. */
const WORTH_S = 1

/**
 * The bookings that cannot stay on the trip when its vehicle has to take other streets: those that would be later past
 * their promise than they are anyway, the worst first, until the rest is no worse off. Those on board stay.
 */
export const heldUp = (open: PlanningContext, closed: PlanningContext, trip: PlanTrip): PlanBooking[] => {
  const own = closed.plan.bookings.filter((booking) => booking.trip_id === trip.id && booking.status !== 'on_board')
  if (own.length === 0) return []
  const ofTrip = (context: PlanningContext, away: readonly PlanBooking[]): PlanProblem =>
    buildProblem({
      ...context,
      plan: withoutBookings(context.plan, new Set(away.map((booking) => booking.id))),
      trips: (one) => one.id === trip.id,
    })
  const before = ridesIn(ofTrip(open, []))
  const away: PlanBooking[] = []
  for (;;) {
    const pp = ofTrip(closed, away)
    const rest = own.filter((booking) => !away.includes(booking))
    const after = ridesIn(pp)
    const leaves = pp.trips.has(trip.id)
      ? worst(rest, (one) => lateness(one, after.get(one.id)) - lateness(one, before.get(one.id)))
      : (rest.find((booking) => isCutOff(pp, booking)) ?? rest[0])
    if (leaves === undefined) return away
    away.push(leaves)
  }
}

const worst = (bookings: readonly PlanBooking[], growth: (booking: PlanBooking) => number): PlanBooking | undefined => {
  const [first] = bookings
    .map((booking) => ({ booking, by: growth(booking) }))
    .filter(({ by }) => by > WORTH_S)
    .toSorted((a, b) => b.by - a.by || a.booking.id - b.booking.id)
  return first?.booking
}

/** By how much a promise is missed, at the pick-up, at the drop-off or by the length of the ride. */
const lateness = ({ pickup, dropoff, max_ride_s }: PlanBooking, ride: PlannedRide | undefined): number =>
  ride === undefined
    ? 0
    : Math.max(
        0,
        ride.dropoff_at - dropoff.upper,
        ride.pickup_at === null ? 0 : ride.pickup_at - pickup.upper,
        ride.pickup_at === null ? 0 : ride.dropoff_at - ride.pickup_at - max_ride_s,
      )

/** Whether one of the booking's places cannot be reached from any stop of the zone. */
const isCutOff = ({ plan, network }: PlanProblem, { pickup, dropoff }: PlanBooking): boolean =>
  [pickup, dropoff].some(({ location_id }) => {
    const place = network.place(pointIn(plan, location_id))
    return plan.settings.stops.every(
      (stop) =>
        stop.location_id === location_id || network.travel.duration(network.place(stop.point), place) === Infinity,
    )
  })
