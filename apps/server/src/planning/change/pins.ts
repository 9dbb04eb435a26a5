import { toDate } from '../plan/types.ts'
import type { Seconds } from '../plan/types.ts'
import { noteBooking, noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'

/** Until when, null: for as long as the booking, or the trip, is under way; why, and by whom. */
export type Holding = { until: Date | null; reason: string | null; user_id: number | null }

/** Leaves bookings with the vehicle that they have: only a person, or the loss of the vehicle, moves them. */
export const pinBookings = async (
  change: PlanChange,
  bookings: readonly { id: number; trip_id: number | null }[],
  holding: Holding,
): Promise<void> => {
  if (bookings.length === 0) return
  await endPins(
    change,
    bookings.map(({ id }) => id),
  )
  for (const { id, trip_id } of bookings) noteBooking(change, id, trip_id)
  await change.tx
    .insertInto('booking_pins')
    .values(bookings.map(({ id }) => ({ service_request_id: id, ...holding, created_at: change.now })))
    .execute()
}

/** Answers which of them were pinned. The caller notes the bookings. */
export const endPins = async ({ tx, now }: PlanChange, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('booking_pins')
    .set({ ended_at: now })
    .where('service_request_id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('service_request_id')
    .execute()
  return rows.map((row) => row.service_request_id)
}

/** Planning by itself does not put the bookings on these trips again until then. */
export const banFromTrips = async (
  change: PlanChange,
  bans: readonly { service_request_id: number; trip_id: number }[],
  until: Seconds,
): Promise<void> => {
  if (bans.length === 0) return
  for (const { service_request_id } of bans) noteBooking(change, service_request_id, null)
  await change.tx
    .insertInto('booking_bans')
    .values(bans.map((ban) => ({ ...ban, until: toDate(until), created_at: change.now })))
    .execute()
}

/** Planning by itself neither adds to the trip nor takes from it. */
export const pauseTrip = async (change: PlanChange, trip_id: number, holding: Holding): Promise<void> => {
  await resumeTrip(change, trip_id)
  await change.tx
    .insertInto('vehicle_pauses')
    .values({ trip_id, ...holding, created_at: change.now })
    .execute()
}

/** Ends the pause of the trip, where there is one. */
export const resumeTrip = async (change: PlanChange, trip_id: number): Promise<void> => {
  noteTrip(change, trip_id)
  await change.tx
    .updateTable('vehicle_pauses')
    .set({ ended_at: change.now })
    .where('trip_id', '=', trip_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends what a person held planning to, where its time is over. Bookings and trips that are over are left as they are. */
export const endOverdue = async (change: PlanChange): Promise<void> => {
  const { tx, now, zone } = change
  const ofZone = (table: 'service_requests' | 'trips') =>
    tx.selectFrom(table).select('id').where('zone_id', '=', zone.zone_id)
  const over = (table: 'booking_pins' | 'booking_bans') =>
    tx
      .updateTable(table as 'booking_pins') // both have these columns
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('until', '<=', now)
      .where('service_request_id', 'in', ofZone('service_requests'))
      .returning('service_request_id as id')
      .execute()
  const bookings = [...(await over('booking_pins')), ...(await over('booking_bans'))]
  const trips = await tx
    .updateTable('vehicle_pauses')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .where('trip_id', 'in', ofZone('trips'))
    .returning('trip_id as id')
    .execute()
  for (const { id } of trips) noteTrip(change, id)
  if (bookings.length === 0) return
  const rows = await tx
    .selectFrom('service_requests')
    .select(['id', 'trip_id'])
    .where('id', 'in', [...new Set(bookings.map(({ id }) => id))])
    .execute()
  for (const { id, trip_id } of rows) noteBooking(change, id, trip_id)
}
