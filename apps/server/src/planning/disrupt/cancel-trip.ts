import type { Transaction } from 'kysely'
import type { LngLat } from '@ambit/geo'
import type { Reason } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { endStops } from '../change/stops.ts'
import type { PlanningContext } from '../search/find-candidates.ts'
import { bookingEvents, giveUp, movePlaced, takenBy, tripEvents, widenPromises } from '../change/move.ts'
import { withPoints } from '../reassign/insert-demand.ts'
import { startPoint, toDate } from '../plan/types.ts'
import type { PlanBooking, PlanTrip, Seconds } from '../plan/types.ts'
import type { Demand } from '../problem/request.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { refusalReasons } from '../search/refusals.ts'
import { replan } from '../reassign/replan.ts'
import type { Replan } from '../reassign/replan.ts'
import { contextOf } from '../plan/context.ts'
import type { OwnTrip } from '../../driver/action.ts'
import type { Actor } from '../../http/bind.ts'
import { publish } from '../../live/publish.ts'
import { byActor, byEngine } from '../change/booking-history.ts'
import { recordTripHistory } from '../change/trip-history.ts'

export type Frame = { deps: Deps; tx: Transaction<DB>; version: ZoneVersion; trip: OwnTrip; now: Date; actor: Actor }
export type Affected = { cancelled: number[]; reassigned: number[] }

/** How long those on board of a lost vehicle may wait for another one. */
const RESCUE_S = 45 * 60

/** Who would be cancelled and who reassigned; nothing is changed. */
export const previewCancel = async (frame: Frame): Promise<Affected> => {
  const { found } = await planCancel(frame)
  return found === null ? { cancelled: [], reassigned: [] } : outcome(found)
}

/** What would become of the trip's bookings; nothing is changed. `relax`: how much later than promised they may travel. */
export const planCancel = async (
  frame: Frame,
  relax?: Relax,
): Promise<{ context: PlanningContext; affected: PlanBooking[]; found: Replan | null }> => {
  const { context, affected } = await contextOfCancel(frame)
  if (affected.length === 0) return { context, affected, found: null }
  const stranded = strandedAt(context, frame.trip.id)
  const points = affected.filter(onBoard).map((booking): [number, LngLat] => [-booking.id, stranded])
  const at = { ...context, plan: withPoints(context.plan, points) }
  return { context, affected, found: replanned(at, frame.trip.id, affected, (booking) => -booking.id, relax) }
}

export type Relax = (demand: Demand) => Demand

/** Cancels the trip and re-plans its bookings as one problem; those whom nobody else can serve are cancelled. */
export const cancelTrip = async (frame: Frame, message: string | null, relax?: Relax): Promise<Affected> => {
  const { tx, trip, now, actor } = frame
  const { context, affected } = await contextOfCancel(frame)
  const riding = affected.filter(onBoard)
  const rescue = riding.length === 0 ? null : await rescuePoint(frame, context)
  const plan = rescue === null ? context.plan : withPoints(context.plan, [[rescue.id, rescue.point]])
  const found =
    affected.length === 0 ? null : replanned({ ...context, plan }, trip.id, affected, () => rescue?.id ?? 0, relax)
  if (rescue !== null) await strand(frame, riding, rescue.id, context.now)
  const reason: Reason = {
    code: 'trip_cancelled',
    text: message === null || message === '' ? 'The trip was cancelled' : `The trip was cancelled: ${message}`,
  }
  const { settings } = context.plan
  if (found !== null) {
    await widenPromises(tx, found, now)
    await movePlaced(tx, { replan: found, now, by: byEngine, reason })
    const failed = [...found.failed.keys()]
    const words = (id: number): Reason[] => [
      reason,
      ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, settings.time_zone),
    ]
    const gone = { now, by: byActor(actor), reasons: words, message: 'No other trip can serve this booking' }
    await giveUp(tx, {
      ...gone,
      ids: failed.filter((id) => !riding.some((booking) => booking.id === id)),
      status: 'cancelled',
    })
    await giveUp(tx, {
      ...gone,
      ids: failed.filter((id) => riding.some((booking) => booking.id === id)),
      status: 'error',
    })
  }
  await closeTrip(frame, message)
  const moved = takenBy(affected, found)
  await publish(tx, [
    ...bookingEvents(settings, moved),
    ...tripEvents(settings, [trip.id, ...moved.flatMap(([, id]) => (id === null ? [] : [id]))]),
  ])
  return found === null ? { cancelled: [], reassigned: [] } : outcome(found)
}

const onBoard = (booking: PlanBooking): boolean => booking.status === 'on_board'

const outcome = (found: Replan): Affected => ({
  cancelled: [...found.failed.keys()],
  reassigned: [...found.placed.keys()],
})

const contextOfCancel = async ({
  deps,
  tx,
  version,
  trip,
}: Frame): Promise<{ context: PlanningContext; affected: PlanBooking[] }> => {
  const context = await contextOf(deps, tx, version)
  return { context, affected: context.plan.bookings.filter((booking) => booking.trip_id === trip.id) }
}

const strandedAt = (context: PlanningContext, tripId: number): LngLat => {
  const trip: PlanTrip | undefined = context.plan.trips.find((one) => one.id === tripId)
  const known = context.monitors.get(tripId)?.point ?? context.plan.points.get(trip?.last_location_id ?? -1)
  return known ?? startPoint(context.plan.settings, trip?.vehicle_id ?? 0) ?? [0, 0]
}

/** Those on board are picked up where the vehicle stands, as soon as anybody can come; the others keep their promise. */
const replanned = (
  context: PlanningContext,
  tripId: number,
  affected: readonly PlanBooking[],
  rescueAt: (booking: PlanBooking) => number,
  relax?: Relax,
): Replan =>
  replan(
    context,
    affected.map((booking): Demand => {
      if (!onBoard(booking)) return booking
      const pickup = { location_id: rescueAt(booking), lower: context.now, upper: context.now + RESCUE_S, walk_s: 0 }
      return { ...booking, pickup, dropoff: { ...booking.dropoff, upper: rescuedBy(booking, context.now) } }
    }),
    (trip) => trip.id !== tripId,
    relax,
  )

const rescuedBy = (booking: PlanBooking, now: Seconds): Seconds =>
  Math.ceil(Math.max(booking.dropoff.upper, now + RESCUE_S + booking.max_ride_s))

const rescuePoint = async ({ tx, trip }: Frame, context: PlanningContext): Promise<{ id: number; point: LngLat }> => {
  const point = strandedAt(context, trip.id)
  const name = `Where ${context.plan.trips.find((one) => one.id === trip.id)?.vehicle_number ?? 'the vehicle'} stands`
  const { id } = await tx
    .insertInto('locations')
    .values({ name, street_address: null, longitude: point[0], latitude: point[1] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, point }
}

/** A person's decision replaces the promise: picked up from where they sit, set down when it can be done. */
const strand = async (
  { tx, now }: Frame,
  riding: readonly PlanBooking[],
  locationId: number,
  at: Seconds,
): Promise<void> => {
  for (const booking of riding)
    await tx
      .updateTable('service_requests')
      .set({
        pickup_location_id: locationId,
        pickup_lower_bound: toDate(at),
        pickup_upper_bound: toDate(at + RESCUE_S),
        dropoff_upper_bound: toDate(rescuedBy(booking, at)),
        boarded_at: null,
        updated_at: now,
      })
      .where('id', '=', booking.id)
      .execute()
}

const closeTrip = async ({ tx, trip, now, actor }: Frame, message: string | null): Promise<void> => {
  await recordTripHistory(tx, now, byActor(actor), [
    { trip_id: trip.id, change: 'state', before: trip.current_state, after: 'cancelled', message },
  ])
  await endStops(tx, trip.id, now)
  await tx
    .updateTable('trips')
    .set({ current_state: 'cancelled', status_message: message, updated_at: now })
    .where('id', '=', trip.id)
    .execute()
}
