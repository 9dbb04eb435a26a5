import type { Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { publish } from '../../live/publish.ts'
import { byEngine } from '../change/booking-history.ts'
import { dropFromTrip } from '../change/remove.ts'
import type { PlanningContext } from '../search/find-candidates.ts'
import { bookingEvents, detach, giveUp, movePlaced, tripEvents } from '../change/move.ts'
import { planAt } from '../plan/cache.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { lockPlan, raisePlanVersion } from '../plan/queries.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { refusalReasons } from '../search/refusals.ts'
import { replan } from './replan.ts'
import { nowOf, contextOf } from '../plan/context.ts'

/** A driver who has not signed on so long after the start may not come at all. */
const NO_DRIVER_AFTER_S = 5 * 60
/** So long before the pick-up window opens, another vehicle is looked for: in time for it to come from anywhere. */
const LOOKED_FOR_BEFORE_S = 20 * 60
/** So long after the pick-up window has closed, nobody waits any more. */
const GIVEN_UP_AFTER_S = 15 * 60

/**
 * Looks after bookings that have no vehicle, or whose vehicle does not start or cannot keep the promise any more:
 * another vehicle takes them if it can keep the promise; when none has by the time the window is long past, they end
 * in error. What is secured to a vehicle that drives stays with it.
 */
export const rescueBookings = async (deps: Deps, at: ZoneVersion): Promise<number> => {
  const plan = await planAt(deps, deps.db, at)
  const probe = { plan, now: nowOf(deps) }
  if (!plan.bookings.some((booking) => needsRescue(probe, booking))) return 0
  return deps.db.transaction().execute(async (tx) => {
    const context = await contextOf(deps, tx, await lockPlan(tx, at.zone_id))
    const lost = context.plan.bookings.filter((booking) => needsRescue(context, booking))
    if (lost.length === 0) return 0
    const now = deps.clock.now()
    const moved = await moveLost(tx, context, lost, now)
    const ended = lost.filter(
      (booking) => !moved.placed.has(booking.id) && booking.pickup.upper + GIVEN_UP_AFTER_S < context.now,
    )
    await endLost(tx, context, ended, now, moved.reasons)
    const touched = [...moved.placed.keys(), ...ended.map((booking) => booking.id)]
    if (touched.length === 0) return 0
    await raisePlanVersion(tx, at.zone_id, { by: 'rescue', at: now })
    const trips = [
      ...lost.filter((booking) => touched.includes(booking.id)).flatMap((booking) => booking.trip_id ?? []),
      ...moved.placed.values(),
    ]
    await publish(tx, [
      ...bookingEvents(
        context.plan.settings,
        touched.map((id) => [id, moved.placed.get(id) ?? null]),
      ),
      ...tripEvents(context.plan.settings, trips),
    ])
    return touched.length
  })
}

/** What tells whether somebody needs rescue: no street is asked. */
type Glance = Pick<PlanningContext, 'plan' | 'now'>

const tripOf = (context: Glance, booking: PlanBooking): PlanTrip | undefined =>
  context.plan.trips.find((trip) => trip.id === booking.trip_id)

/** The driver has not come, or the vehicle is out of order. */
const stands = (context: Glance, trip: PlanTrip): boolean =>
  trip.state === 'staged' && (context.now > trip.start + NO_DRIVER_AFTER_S || !trip.available)

const needsRescue = (context: Glance, booking: PlanBooking): boolean => {
  if (booking.status === 'unassigned' || booking.status === 'created') return true
  if (booking.status === 'on_board') return false
  const trip = tripOf(context, booking)
  if (trip === undefined) return true
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

type Moved = { placed: Map<number, number>; reasons: (id: number) => Reason[] }

const moveLost = async (
  tx: Transaction<DB>,
  context: PlanningContext,
  lost: readonly PlanBooking[],
  now: Date,
): Promise<Moved> => {
  const left = new Set(lost.map((booking) => booking.trip_id))
  const found = replan(context, lost, (trip) => !left.has(trip.id) && !stands(context, trip))
  const ids = [...found.placed.keys()]
  const reasons = (id: number): Reason[] =>
    refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, context.plan.settings.time_zone)
  if (ids.length > 0) {
    await detach(tx, ids, now)
    await leaveTrips(
      tx,
      context,
      lost.filter((booking) => found.placed.has(booking.id)),
      now,
    )
    const reason = { code: 'rescued', text: 'The vehicle planned before could not keep the promise' }
    await movePlaced(tx, { replan: found, now, by: byEngine, reason })
  }
  return { placed: new Map([...found.placed].map(([id, trip]) => [id, trip.id])), reasons }
}

const leaveTrips = async (
  tx: Transaction<DB>,
  context: PlanningContext,
  bookings: readonly PlanBooking[],
  now: Date,
): Promise<void> => {
  for (const [tripId, group] of Map.groupBy(bookings, (booking) => booking.trip_id))
    if (tripId !== null) await dropFromTrip(tx, context, tripId, new Set(group.map((booking) => booking.id)), now)
}

const endLost = async (
  tx: Transaction<DB>,
  context: PlanningContext,
  ended: readonly PlanBooking[],
  now: Date,
  why: Moved['reasons'],
): Promise<void> => {
  if (ended.length === 0) return
  const ids = ended.map((booking) => booking.id)
  const reason: Reason = { code: 'no_vehicle_left', text: 'No vehicle was left that could serve this booking' }
  await detach(tx, ids, now)
  await leaveTrips(tx, context, ended, now)
  await giveUp(tx, {
    ids,
    status: 'error',
    now,
    by: byEngine,
    reasons: (id) => [reason, ...why(id)],
    message: reason.text,
  })
}
