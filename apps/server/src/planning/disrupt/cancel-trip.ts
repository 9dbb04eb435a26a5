import type { Reason } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { By } from '../change/booking-history.ts'
import { endBookings } from '../change/bookings.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { promiseRescue, widenPromises } from '../change/promises.ts'
import { reserveId } from '../change/reserve-id.ts'
import { closeTrip } from '../change/trips.ts'
import type { OpenTrip } from '../change/trips.ts'
import { withPoints } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { startPoint } from '../plan/start-point.ts'
import type { PlanBooking, Seconds } from '../plan/types.ts'
import type { Demand } from '../problem/request.ts'
import { assignReplan, replan } from '../reassign/replan.ts'
import type { Replan } from '../reassign/replan.ts'
import { refusalReasons } from '../search/refusals.ts'

/** How long those on board of a lost vehicle may wait for another one. */
const RESCUE_S = 45 * 60

/** How much later than promised a booking may be served. */
export type Relax = (demand: Demand) => Demand

/** What would become of a trip's bookings. */
export type TripLoss = {
  context: PlanningContext
  affected: readonly PlanBooking[]
  /** the others' trips with these bookings; null where there are none */
  found: Replan | null
  /** where passengers on board wait for another vehicle; null when none is on board */
  stranded: { id: number; point: LngLat } | null
}

/** Re-plans the bookings of a trip that ends early, as one problem. Nothing is written. */
export const planTripLoss = async (change: PlanChange, tripId: number, relax?: Relax): Promise<TripLoss> => {
  const context = await planBefore(change)
  const affected = context.plan.bookings.filter((booking) => booking.trip_id === tripId)
  if (affected.length === 0) return { context, affected, found: null, stranded: null }
  const stranded = affected.some(isOnBoard)
    ? { id: await reserveId(change.tx, 'locations'), point: positionOf(context, tripId) }
    : null
  const plan = stranded === null ? context.plan : withPoints(context.plan, [[stranded.id, stranded.point]])
  const demands = affected.map((booking): Demand => {
    if (!isOnBoard(booking) || stranded === null) return booking
    const pickup = { location_id: stranded.id, ...rescueWindow(context.now), walk_s: 0 }
    return { ...booking, pickup, dropoff: { ...booking.dropoff, upper: rescuedBy(booking, context.now) } }
  })
  const found = replan({ ...context, plan }, demands, (trip) => trip.id !== tripId, relax)
  return { context, affected, found, stranded }
}

/** Those whom no other trip takes are cancelled; the others change trip. */
export const cancelledAndReassigned = ({ found }: TripLoss): { cancelled: number[]; reassigned: number[] } => ({
  cancelled: [...(found?.failed.keys() ?? [])],
  reassigned: [...(found?.placed.keys() ?? [])],
})

/** Cancels the trip and carries its re-plan out; bookings that no other trip can serve are cancelled. */
export const cancelTrip = async (
  change: PlanChange,
  trip: OpenTrip,
  loss: TripLoss,
  { message, by }: { message: string | null; by: By },
): Promise<void> => {
  const { context, affected, found } = loss
  const reason: Reason = {
    code: 'trip_cancelled',
    text: message === null || message === '' ? 'The trip was cancelled' : `The trip was cancelled: ${message}`,
  }
  await strand(change, loss, trip.id)
  if (found !== null) {
    await widenPromises(change, found, new Set(found.placed.keys()))
    await assignReplan(change, found, reason)
    const failed = affected.filter(({ id }) => found.failed.has(id))
    const { time_zone } = context.plan.settings
    const end = (bookings: readonly PlanBooking[], status: 'cancelled' | 'error') =>
      endBookings(change, {
        ids: bookings.map(({ id }) => id),
        status,
        by,
        reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, time_zone)],
        message: 'No other trip can serve this booking',
      })
    await end(
      failed.filter((booking) => !isOnBoard(booking)),
      'cancelled',
    )
    await end(failed.filter(isOnBoard), 'error')
  }
  await closeTrip(change, trip, { message, by })
}

const isOnBoard = (booking: PlanBooking): boolean => booking.status === 'on_board'

const positionOf = (context: PlanningContext, tripId: number): LngLat => {
  const trip = context.plan.trips.find((one) => one.id === tripId)
  const known = context.monitors.get(tripId)?.point ?? context.plan.points.get(trip?.last_location_id ?? -1)
  return known ?? startPoint(context.plan.settings, trip?.vehicle_id ?? 0) ?? [0, 0]
}

const rescueWindow = (now: Seconds) => ({ lower: now, upper: now + RESCUE_S })

const rescuedBy = (booking: PlanBooking, now: Seconds): Seconds =>
  Math.ceil(Math.max(booking.dropoff.upper, now + RESCUE_S + booking.max_ride_s))

/** Passengers on board are promised another vehicle at theirs, instead of their old promise. */
const strand = async (change: PlanChange, { context, affected, stranded }: TripLoss, tripId: number): Promise<void> => {
  if (stranded === null) return
  const vehicle = context.plan.trips.find((trip) => trip.id === tripId)?.vehicle_number ?? 'the vehicle'
  const [longitude, latitude] = stranded.point
  await change.tx
    .insertInto('locations')
    .values({ id: stranded.id, name: `Position of ${vehicle}`, street_address: null, longitude, latitude })
    .execute()
  for (const booking of affected.filter(isOnBoard))
    await promiseRescue(change, {
      id: booking.id,
      trip_id: tripId,
      location_id: stranded.id,
      pickup: rescueWindow(context.now),
      dropoff_upper: rescuedBy(booking, context.now),
    })
}
