import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'

/** Bookings that are over may still point at a stop that nobody needs any more. */
export const deleteStops = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update service_requests set
      pickup_trip_stop_id = case when pickup_trip_stop_id = any(${ids}::int[]) then null else pickup_trip_stop_id end,
      dropoff_trip_stop_id = case when dropoff_trip_stop_id = any(${ids}::int[]) then null else dropoff_trip_stop_id end
    where pickup_trip_stop_id = any(${ids}::int[]) or dropoff_trip_stop_id = any(${ids}::int[])`.execute(tx)
  await tx.deleteFrom('trip_stops').where('id', 'in', ids).execute()
}

/** A trip is over: the stop where its vehicle stands is left, those that were never reached leave the trip. */
export const endStops = async (tx: Transaction<DB>, tripId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('trip_stops')
    .set({ departed_at: now })
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is not', null)
    .where('departed_at', 'is', null)
    .execute()
  const ahead = await tx
    .selectFrom('trip_stops')
    .select('id')
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is', null)
    .execute()
  await deleteStops(
    tx,
    ahead.map((stop) => stop.id),
  )
}
