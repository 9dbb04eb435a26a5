import type { Reason } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { By } from '../change/booking-history.ts'
import { endBookings } from '../change/bookings.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { strandPassenger, widenPromises } from '../change/promises.ts'
import type { RescueWindows } from '../change/promises.ts'
import { reserveId } from '../change/reserve-id.ts'
import { closeTrip } from '../change/trips.ts'
import type { OpenTrip } from '../change/trips.ts'
import { withPoints } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { roadsideAddress } from '../plan/roadside-address.ts'
import type { PlanBooking, Seconds } from '../plan/types.ts'
import type { Demand } from '../problem/request.ts'
import { ridesOf } from '../problem/rides.ts'
import { startsOf } from '../problem/vehicle.ts'
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
  stranded: { id: number; point: LngLat; name: string; address: string | null } | null
}

/** Re-plans the bookings of a trip that ends early, as one problem. `known`: the plan, where the change has written to it. */
export const planTripLoss = async (
  change: PlanChange,
  tripId: number,
  relax?: Relax,
  known?: PlanningContext,
): Promise<TripLoss> => {
  const context = known ?? (await planBefore(change))
  const affected = context.plan.bookings.filter((booking) => booking.trip_id === tripId)
  if (affected.length === 0) return { context, affected, found: null, stranded: null }
  const stranded = affected.some(isOnBoard)
    ? { id: await reserveId(change.tx, 'locations'), ...roadsideOf(change, context, tripId) }
    : null
  const plan = stranded === null ? context.plan : withPoints(context.plan, [[stranded.id, stranded.point]])
  const demands = affected.map((booking): Demand => {
    if (!isOnBoard(booking) || stranded === null) return booking
    const window = rescueWindow(context.now)
    const pickup = { location_id: stranded.id, ...window, promised_upper: window.upper, walk_s: 0 }
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
  { message, by, takenOut = false }: { message: string | null; by: By; takenOut?: boolean },
): Promise<void> => {
  const { context, affected, found } = loss
  const what = takenOut ? 'The vehicle was taken out of service' : 'The trip was cancelled'
  const reason: Reason = {
    code: takenOut ? 'vehicle_lost' : 'trip_cancelled',
    text: message === null || message === '' ? what : `${what}: ${message}`,
  }
  await strand(change, loss, trip.id)
  if (found !== null) {
    await widenPromises(change, found, new Set(found.placed.keys()))
    await assignReplan(change, found, reason)
    const failed = affected.filter(({ id }) => found.failed.has(id))
    const { time_zone } = context.plan.settings
    const end = (bookings: readonly PlanBooking[], status: 'cancelled' | 'error', message: string) =>
      endBookings(change, {
        ids: bookings.map(({ id }) => id),
        status,
        by,
        reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, time_zone)],
        message,
      })
    await end(
      failed.filter((booking) => !isOnBoard(booking)),
      'cancelled',
      'No other trip can serve this booking',
    )
    await end(failed.filter(isOnBoard), 'error', `Stranded: no other trip can come to ${loss.stranded?.name ?? 'them'}`)
  }
  await closeTrip(change, trip, { message, by, takenOut })
}

const isOnBoard = (booking: PlanBooking): boolean => booking.status === 'on_board'

const positionOf = (context: PlanningContext, tripId: number): LngLat => {
  const trip = context.plan.trips.find((one) => one.id === tripId)
  return (trip === undefined ? undefined : startsOf(context, trip)[0]) ?? [0, 0]
}

const rescueWindow = (now: Seconds) => ({ lower: now, upper: now + RESCUE_S })

const rescuedBy = (booking: PlanBooking, now: Seconds): Seconds =>
  Math.ceil(Math.max(booking.dropoff.upper, now + RESCUE_S + booking.max_ride_s))

/** Where the vehicle stands, by the names of the streets there. */
const roadsideOf = ({ deps }: PlanChange, context: PlanningContext, tripId: number) => {
  const point = positionOf(context, tripId)
  const vehicle = context.plan.trips.find((trip) => trip.id === tripId)?.vehicle_number ?? 'the vehicle'
  const streets = deps.streets.current()
  const found = streets === null ? null : roadsideAddress(streets.addresses, point)
  return { point, name: found?.name ?? `Where ${vehicle} stopped`, address: found?.label ?? null }
}

/** Passengers on board get out where the vehicle stands, and wait there for another one. */
const strand = async (change: PlanChange, loss: TripLoss, tripId: number): Promise<void> => {
  const { affected, stranded } = loss
  if (stranded === null) return
  const [longitude, latitude] = stranded.point
  await change.tx
    .insertInto('locations')
    .values({ id: stranded.id, name: stranded.name, street_address: stranded.address, longitude, latitude })
    .execute()
  for (const booking of affected.filter(isOnBoard))
    await strandPassenger(change, {
      id: booking.id,
      trip_id: tripId,
      location_id: stranded.id,
      ...rescueWindows(loss, booking),
    })
}

/**
 * As wide as the windows of new bookings, around what is planned: a pick-up from now on, a drop-off from when the next
 * vehicle could be there at the earliest.
 */
const rescueWindows = (
  { context, found }: TripLoss,
  booking: PlanBooking,
): Pick<RescueWindows, 'pickup' | 'dropoff'> => {
  const { now } = context
  const ride = found === null ? undefined : ridesOf(found).get(booking.id)
  const request = found?.problem.requests.find(({ id }) => id === booking.id)
  const direct =
    found === null || request === undefined
      ? 0
      : found.problem.travel.duration(request.pickup.location, request.delivery.location)
  const { pickup_window_minutes, dropoff_window_minutes } = context.plan.settings.strategy
  const lower = Math.floor(Math.max(booking.dropoff.lower, now + direct))
  const dropoffUpper =
    ride === undefined
      ? rescuedBy(booking, now)
      : Math.ceil(Math.max(booking.dropoff.upper, ride.dropoff_at + (dropoff_window_minutes * 60) / 3))
  return {
    pickup: {
      lower: now,
      upper: ride?.pickup_at == null ? now + RESCUE_S : Math.ceil(ride.pickup_at + pickup_window_minutes * 60),
    },
    dropoff: { lower: Math.min(lower, dropoffUpper), upper: dropoffUpper },
  }
}
