import type { TestServer } from './server.ts'
import type { SmallTown } from './small-town.ts'

/** A stop of the trip that nobody has reached, as it is written on paper now. */
export const paperStop = async ({ deps: { db, clock } }: TestServer, town: SmallTown, trip_id: number) => {
  const now = clock.now()
  const { id } = await db
    .insertInto('trip_stops')
    .values({
      trip_id,
      location_id: town.stops.Harbour,
      location_index: 0,
      scheduled_at: now,
      scheduled_departure_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { trip_stop_id: id, arrived_at: now.toISOString(), departed_at: null, bookings: [] }
}
