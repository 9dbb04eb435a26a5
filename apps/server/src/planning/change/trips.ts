import { sql } from 'kysely'
import type { Insertable, Transaction, Updateable } from 'kysely'
import type { DB, TripState } from '../../database/schema.ts'
import type { Lapsed } from '../../database/trip-tables.ts'
import type { By } from './booking-history.ts'
import { noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { endStops } from './stops.ts'
import { recordTripHistory } from './trip-history.ts'
import type { TripChange } from './trip-history.ts'

/** A trip as its state decides what may be done with it. */
export type OpenTrip = {
  id: number
  zone_id: number
  region_id: number
  vehicle_id: number | null
  driver_id: number | null
  current_state: TripState
  /** what it was before the service ended it by itself; null: it did not */
  lapsed: Lapsed['state'] | null
  start_datetime: Date
  end_datetime: Date
  on_board: number
  bookings_left: number
}

export const readTrip = (tx: Transaction<DB>, id: number): Promise<OpenTrip | undefined> =>
  tx
    .selectFrom('trips as t')
    .innerJoin('zones', 'zones.id', 't.zone_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.zone_id', 'zones.region_id', 't.vehicle_id', 't.driver_id', 't.current_state'])
    .select(['t.start_datetime', 't.end_datetime'])
    .select([
      sql<Lapsed['state'] | null>`t.lapsed ->> 'state'`.as('lapsed'),
      sql<number>`(select count(*) from service_requests r where r.trip_id = t.id and r.status = 'on_board')`.as(
        'on_board',
      ),
      sql<number>`(select count(*) from service_requests r where r.trip_id = t.id and r.status in ('assigned', 'secured'))`.as(
        'bookings_left',
      ),
    ])
    .executeTakeFirst()

/** The trip of a schedule, named after its id. */
export const insertTrip = async (
  change: PlanChange,
  trip: Omit<Insertable<DB['trips']>, 'name' | 'created_at' | 'updated_at'>,
): Promise<number> => {
  const { tx, now } = change
  const { id } = await tx
    .insertInto('trips')
    .values({ ...trip, name: '', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('trips')
    .set({ name: sql`'trip_' || id` })
    .where('id', '=', id)
    .execute()
  noteTrip(change, id)
  return id
}

export const updateTrip = async (
  change: PlanChange,
  id: number,
  set: Omit<Updateable<DB['trips']>, 'id' | 'zone_id' | 'updated_at'>,
): Promise<void> => {
  noteTrip(change, id)
  await change.tx
    .updateTable('trips')
    .set({ ...set, updated_at: change.now })
    .where('id', '=', id)
    .execute()
}

/** Adds to the histories of trips what became of them. */
export const recordTrips = async (change: PlanChange, by: By, changes: readonly TripChange[]): Promise<void> => {
  for (const { trip_id } of changes) noteTrip(change, trip_id)
  await recordTripHistory(change.tx, change.now, by, changes, change.noted.action)
}

/** Ends a trip that has no passengers on board or waiting: stops that were never reached leave it. */
export const completeTrip = async (change: PlanChange, id: number, at = change.now): Promise<void> => {
  await endStops(change, id, at)
  await updateTrip(change, id, { current_state: 'completed', completed_at: at })
}

/** Cancels a trip whose bookings were looked after, and says why. */
export const closeTrip = async (
  change: PlanChange,
  { id, current_state }: OpenTrip,
  { message, by, takenOut = false }: { message: string | null; by: By; takenOut?: boolean },
): Promise<void> => {
  await recordTrips(change, by, [{ trip_id: id, change: 'state', before: current_state, after: 'cancelled', message }])
  await endStops(change, id)
  await updateTrip(change, id, {
    current_state: 'cancelled',
    status_message: message,
    taken_out_at: takenOut ? change.now : null,
  })
}

/** Deletes a trip that was never offered or booked. False: it was, or a hold keeps it, and it stays. */
export const deleteUnknownTrip = async (change: PlanChange, id: number): Promise<boolean> => {
  const known = sql<boolean>`exists (select from service_offerings where trip_id = ${id})
    or exists (select from service_requests where trip_id = ${id})
    or exists (select from service_request_histories where trip_id = ${id})
    or exists (select from holds h where h.ended_at is null and (h.kind = 'trips' and h.record_id = trips.id
      or h.kind = 'vehicles' and h.record_id = trips.vehicle_id
      or h.kind = 'days' and trips.start_datetime >= h.from_day - 1 and trips.start_datetime < h.to_day + 2))`
  const gone = await change.tx
    .deleteFrom('trips')
    .where('id', '=', id)
    .where(sql<boolean>`not (${known})`)
    .returning('id')
    .executeTakeFirst()
  if (gone !== undefined) noteTrip(change, id)
  return gone !== undefined
}
