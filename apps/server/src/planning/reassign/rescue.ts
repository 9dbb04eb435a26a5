import type { Reason } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import { byEngine } from '../change/booking-history.ts'
import { endBookings, unassign } from '../change/bookings.ts'
import { changePlan, planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { removeFromTrip } from '../change/remove.ts'
import { planAt } from '../plan/cache.ts'
import { withMates } from '../plan/groups.ts'
import { nowOf } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { isPaused, isPinned } from '../plan/pins.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { refusalReasons } from '../search/refusals.ts'
import { outagesOf, type Span } from '../plan/outages.ts'
import { assignReplan, replan } from './replan.ts'

/** A driver who has not signed on so long after the start may not come at all. */
const NO_DRIVER_AFTER_S = 5 * 60
/** So long before the pick-up window opens, another vehicle is looked for: enough to come from anywhere in the zone. */
const LOOKED_FOR_BEFORE_S = 20 * 60
/** So long after the pick-up window has closed, no passenger waits any more. */
export const GIVEN_UP_AFTER_S = 15 * 60

/**
 * Looks after bookings that have no vehicle, or whose vehicle does not start or cannot keep the promise any more:
 * another vehicle takes them if it can keep the promise; when none has by the time the window is long past, they end
 * in error. What is secured to a vehicle that drives stays with it.
 */
export const rescueBookings = async (deps: Deps, at: ZoneVersion): Promise<number> => {
  const plan = await planAt(deps, deps.db, at)
  const away = await outagesOf(deps, deps.db, at.zone_id)
  const probe = { plan, now: nowOf(deps), away }
  if (!plan.bookings.some((booking) => needsRescue(probe, booking))) return 0
  return changePlan(deps, at.zone_id, 'rescue', async (change) => {
    const context = { ...(await planBefore(change)), away }
    // A group is rescued as one: where it cannot be, it stays where it is.
    const lost = withMates(
      context.plan,
      context.plan.bookings.filter((booking) => needsRescue(context, booking)),
    )
    if (lost.length === 0) return 0
    const left = new Set(lost.map((booking) => booking.trip_id))
    const found = replan(context, lost, (trip) => !left.has(trip.id) && !stands(context, trip))
    const placed = lost.filter((booking) => found.placed.has(booking.id))
    const ended = lost.filter(
      (booking) => !found.placed.has(booking.id) && booking.pickup.upper + GIVEN_UP_AFTER_S < context.now,
    )
    await takeOff(change, context, [...placed, ...ended])
    await assignReplan(change, found, {
      code: 'rescued',
      text: 'The previous vehicle could not keep the promise',
    })
    const reason: Reason = { code: 'no_vehicle_left', text: 'No vehicle was left that could serve this booking' }
    await endBookings(change, {
      ids: ended.map((booking) => booking.id),
      status: 'error',
      by: byEngine,
      reasons: (id) => [
        reason,
        ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, context.plan.settings.time_zone),
      ],
      message: reason.text,
    })
    return placed.length + ended.length
  })
}

/** What decides whether a booking needs rescue, without street routing. */
type Probe = Pick<PlanningContext, 'plan' | 'now'> & { away: readonly Span[] }

const tripOf = (context: Pick<Probe, 'plan'>, booking: PlanBooking): PlanTrip | undefined =>
  context.plan.trips.find((trip) => trip.id === booking.trip_id)

/** The driver has not come, or the vehicle is out of order. */
const stands = (context: Pick<Probe, 'now'>, trip: PlanTrip): boolean =>
  trip.state === 'staged' && (context.now > trip.start + NO_DRIVER_AFTER_S || !trip.available)

const needsRescue = (context: Probe, booking: PlanBooking): boolean => {
  if (booking.status === 'unassigned' || booking.status === 'created') return true
  if (booking.status === 'on_board') return false
  const trip = tripOf(context, booking)
  if (trip === undefined) return true
  if (isOnPaper(context, booking)) return false
  // What a person holds there stays, however late.
  if (isPinned(booking, context.now) || isPaused(trip, context.now)) return false
  const soon = booking.pickup.lower - LOOKED_FOR_BEFORE_S <= context.now
  if (stands(context, trip)) return soon
  const stop = trip.stops.find((one) => one.id === booking.pickup_trip_stop_id)
  return (
    booking.status === 'assigned' &&
    stop !== undefined &&
    stop.arrived_at === null &&
    (stop.eta ?? 0) > booking.pickup.upper
  )
}

/** Its vehicle may have come while no server ran: what was written on paper will say. */
const isOnPaper = ({ away }: Pick<Probe, 'away'>, { pickup }: PlanBooking): boolean =>
  away.some(({ from, until }) => pickup.lower <= until && pickup.upper >= from)

/** Takes bookings off the trips that cannot serve them, in one call: the context still holds all of them. */
const takeOff = async (
  change: PlanChange,
  context: PlanningContext,
  bookings: readonly PlanBooking[],
): Promise<void> => {
  await unassign(
    change,
    bookings.map((booking) => booking.id),
  )
  for (const [tripId, group] of Map.groupBy(bookings, (booking) => booking.trip_id))
    if (tripId !== null) await removeFromTrip(change, context, tripId, new Set(group.map((booking) => booking.id)))
}
