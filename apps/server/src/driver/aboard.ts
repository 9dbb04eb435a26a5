import { type Expression, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { notPossible } from '../http/errors.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { insertStopAt, planNoLater } from '../planning/change/unplanned-stops.ts'
import { MADE_ABOARD } from '../planning/change/messages.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { afterwards, rememberFound, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { leave, replanAhead } from './reach.ts'

export type Booking = Selectable<DB['service_requests']>

/** Cancelled, or given up because no vehicle seemed to come. */
export const hasEnded = ({ status }: Pick<Booking, 'status'>): boolean => status === 'cancelled' || status === 'error'
export const endOf = ({ status }: Pick<Booking, 'status'>): string => (status === 'error' ? 'given up' : status)

/** The booking that an action is about: the one in its place, where it ended and its passenger taken aboard. */
export const bookingNow = async (action: DriverAction, told: number): Promise<Booking> => {
  const { tx } = action.change
  const { trip } = action
  const id = told < 0 ? await walkOnBooking(tx, trip.id, -told) : told
  const named = await tx.selectFrom('service_requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (named === undefined) throw notPossible('This booking is not known any more')
  if (!hasEnded(named)) return named
  const inPlace = await tx
    .selectFrom('service_requests')
    .selectAll()
    .where('replaces_id', '=', id)
    .where('trip_id', '=', trip.id)
    .where('status', 'not in', ['cancelled', 'error'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return inPlace ?? named
}

/** Whether who boards is taken aboard against the plan: the booking has ended, or was moved to another trip. */
export const isAgainstPlan = async (action: DriverAction, told: number): Promise<boolean> => {
  const booking = await bookingNow(action, told)
  return hasEnded(booking) || booking.trip_id !== action.trip.id
}

/** The booking of walk-on passengers whom the device took in under this number. */
const walkOnBooking = async (tx: Kysely<DB>, tripId: number, ref: number): Promise<number> => {
  const taken = await walkOnsOf(tx, tripId)
    .where(sql`input ->> 'ref'`, '=', String(ref))
    .executeTakeFirst()
  if (taken === undefined) throw notPossible('They were not taken along before: dispatch has to look at this first')
  return taken.service_request_id
}

/** By the device's own numbers, the bookings of walk-on passengers that were taken along on the trip. */
export const walkOnsOf = (db: Kysely<DB>, tripId: number | Expression<number>) =>
  db
    .selectFrom('driver_actions')
    .where('trip_id', '=', tripId)
    .where('kind', '=', 'walk_on')
    .where('service_request_id', 'is not', null)
    .where('undone', '=', false)
    .select(sql<number>`(input ->> 'ref')::int`.as('ref'))
    .select((eb) => eb.ref('service_request_id').$notNull().as('service_request_id'))

/**
 * The passenger of a booking that was cancelled or given up got in: another booking takes its place, with the same promise and price.
 * Answers its number; it can board now.
 */
export const bookAgain = async (action: DriverAction, booking: Booking): Promise<number> => {
  const { change, trip, by } = action
  const stops = await stopsFor(action, booking)
  const { id: replaces_id, search_text: _, version: __, ...same } = booking
  const { id } = await change.tx
    .insertInto('service_requests')
    .values({
      ...same,
      ...stops,
      passengers: JSON.stringify(booking.passengers),
      aids: JSON.stringify(booking.aids),
      boarded_count: null,
      // The other leg is that of the booking that was ended.
      journey_id: null,
      journey_leg: null,
      stay_minutes: null,
      no_show_evidence: null,
      fare_paid: null,
      fare_unpaid_reason: null,
      concession_shown: null,
      replaces_id,
      trip_id: trip.id,
      status: 'assigned',
      service_offering_id: null,
      secured_at: null,
      boarded_at: null,
      dropped_off_at: null,
      charged_at: null,
      refunded_at: null,
      refunded_by: null,
      cancellation_reason: null,
      error_message: null,
      created_by: null,
      created_at: change.now,
      updated_at: change.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = `In place of booking ${replaces_id}, which was ${endOf(booking)} meanwhile: the passenger was taken aboard${await afterwards(action)}`
  const entry = { service_request_id: id, by, reasons: [{ code: MADE_ABOARD, text }] }
  await recordBookings(change, [
    { ...entry, status: 'created', trip_id: null },
    { ...entry, status: 'assigned', trip_id: trip.id, reasons: [] },
  ])
  await rememberFound(action, 'ended')
  await replanAhead(action)
  return id
}

/** The passenger of a booking that was moved to another trip got in here: it comes back, and its stops leave the other. */
export const bringBack = async (action: DriverAction, booking: Booking): Promise<void> => {
  const { change, trip, by } = action
  if (booking.zone_id !== trip.zone_id)
    throw notPossible('The booking was moved to another zone meanwhile: dispatch has to say how the passenger rides')
  const other = booking.trip_id
  // The plan is read while the other trip still has the booking.
  const { context } = await planChanged(change)
  const stops = await stopsFor(action, booking)
  await change.tx
    .updateTable('service_requests')
    .set({ ...stops, trip_id: trip.id, status: 'assigned', secured_at: null, updated_at: change.now })
    .where('id', '=', booking.id)
    .execute()
  const text = `Taken aboard by this trip${await afterwards(action)}, although it was moved meanwhile`
  await recordBookings(change, [
    {
      service_request_id: booking.id,
      status: 'assigned',
      trip_id: trip.id,
      by,
      reasons: [{ code: 'boarded_moved', text }],
    },
  ])
  if (other !== null && context !== null) await removeFromTrip(change, context, other, new Set([booking.id]))
  await rememberFound(action, { trip_id: other })
  await replanAhead(action)
}

/** Where this passenger got in, which is where the vehicle stands, and where they will get out. */
const stopsFor = async (action: DriverAction, booking: Booking) => {
  const { change, trip } = action
  const before = await stopsAhead(action)
  if (before.some(({ kind }) => kind === 'route_stop'))
    throw notPossible('This trip drives a route: dispatch has to say how the passenger rides')
  const [here] = before
  const pickup_trip_stop_id =
    here !== undefined && here.arrived_at !== null && here.location_id === booking.pickup_location_id
      ? here.id
      : await stopHere(action, booking)
  await planNoLater(change, trip.id, pickup_trip_stop_id, booking.promised_pickup_upper_bound)
  const ahead = (await stopsAhead(action)).filter(({ id }) => id !== pickup_trip_stop_id)
  const due = booking.dropoff_upper_bound
  const same = ahead.find(
    ({ kind, location_id, scheduled_at }) =>
      kind === 'passenger' && location_id === booking.dropoff_location_id && scheduled_at <= due,
  )
  if (same !== undefined) {
    await planNoLater(change, trip.id, same.id, booking.promised_dropoff_upper_bound)
    return { pickup_trip_stop_id, dropoff_trip_stop_id: same.id }
  }
  const next = ahead.find(({ kind, scheduled_at }) => kind !== 'passenger' || scheduled_at > due)
  const index = next?.location_index ?? (await indexAfter(action))
  const dropoff_trip_stop_id = await insertStopAt(change, trip.id, index, {
    location_id: booking.dropoff_location_id,
    scheduled_at: booking.promised_dropoff_upper_bound,
    latest: due,
    arrived_at: null,
  })
  return { pickup_trip_stop_id, dropoff_trip_stop_id }
}

/** The stop had left the plan, so it is put back: reached when its arrival was told, left when its departure will be. */
const stopHere = async (action: DriverAction, booking: Booking): Promise<number> => {
  const { change, trip } = action
  const at = (await unplannedArrival(action))?.at ?? action.at
  const [here] = await stopsAhead(action)
  if (here !== undefined && here.arrived_at !== null) await leave({ ...action, at }, here)
  const [next] = await stopsAhead(action)
  return insertStopAt(change, trip.id, next?.location_index ?? (await indexAfter(action)), {
    location_id: booking.pickup_location_id,
    scheduled_at: at < booking.promised_pickup_upper_bound ? at : booking.promised_pickup_upper_bound,
    latest: booking.pickup_upper_bound,
    arrived_at: at,
  })
}

/** The newest arrival or departure that was told, if it is the arrival at a stop that the trip no longer has. */
export const unplannedArrival = async ({
  change: { tx },
  trip,
  row,
}: DriverAction): Promise<{ at: Date; trip_stop_id: unknown } | undefined> => {
  const last = await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('kind', 'in', ['arrive', 'depart'])
    .where('undone', '=', false)
    .where('id', '<>', row ?? 0)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['kind', 'result', 'done_at', 'input'])
    .executeTakeFirst()
  if (last?.kind !== 'arrive' || last.result !== 'superseded') return undefined
  const { input } = last
  const named = typeof input === 'object' && input !== null && 'trip_stop_id' in input ? input.trip_stop_id : undefined
  return { at: last.done_at, trip_stop_id: named }
}

export const indexAfter = async ({ change: { tx }, trip }: DriverAction): Promise<number> => {
  const { last } = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .select((eb) => eb.fn.max('location_index').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}
