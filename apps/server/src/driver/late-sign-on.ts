import { sql } from 'kysely'
import type { DriverAction } from './action.ts'

/**
 * Whoever signs on late begins with the first run of the route that can still leave in time, or that somebody has
 * booked; the runs before it are not driven. Answers how many those are.
 */
export const dropMissedRuns = async ({ tx, trip, now }: DriverAction): Promise<number> => {
  const { rows } = await sql<{ run: number }>`
    with runs as (
      select run, max(location_index) as last, min(window_until) as leaves
      from trip_stops where trip_id = ${trip.id} and kind = 'route_stop' group by run),
    booked as (
      select min(s.location_index) as first
      from service_requests r join trip_stops s on s.id in (r.pickup_trip_stop_id, r.dropoff_trip_stop_id)
      where s.trip_id = ${trip.id})
    delete from trip_stops
    where trip_id = ${trip.id} and kind = 'route_stop' and not exists (
      select from runs, booked
      where runs.run <= trip_stops.run and (runs.leaves >= ${now} or runs.last >= booked.first))
    returning run`.execute(tx)
  return new Set(rows.map(({ run }) => run)).size
}

/** A break that should have begun by the time the driver comes is not made up for. */
export const dropMissedBreaks = async ({ tx, trip, now }: DriverAction): Promise<void> => {
  await tx
    .deleteFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .where('kind', '=', 'break')
    .where(sql<boolean>`window_until - dwell_seconds * interval '1 second' < ${now}`)
    .execute()
}
