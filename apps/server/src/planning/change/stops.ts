import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { tellWaiting } from './tell-waiting.ts'

type NewStop = Omit<Insertable<DB['trip_stops']>, 'trip_id'>

/** Adds stops to a trip; their ids come in no order of their own. */
export const insertStops = async (
  change: PlanChange,
  tripId: number,
  stops: readonly NewStop[],
): Promise<{ id: number; location_index: number }[]> => {
  if (stops.length === 0) return []
  noteTrip(change, tripId)
  return change.tx
    .insertInto('trip_stops')
    .values(stops.map((stop) => ({ ...stop, trip_id: tripId })))
    .returning(['id', 'location_index'])
    .execute()
}

/** What happened at a stop, or was undone. Passengers who wait there are told of an arrival. */
export const setStopTimes = async (
  change: PlanChange,
  tripId: number,
  stopId: number,
  times: { arrived_at?: Date | null; departed_at?: Date | null; eta?: Date },
): Promise<void> => {
  noteTrip(change, tripId)
  await change.tx.updateTable('trip_stops').set(times).where('id', '=', stopId).execute()
  if (times.arrived_at != null) await tellWaiting(change, 'arrived', stopId)
}

/** Bookings that are over may still point at a stop that is not needed any more. */
export const deleteStops = async (change: PlanChange, tripId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  noteTrip(change, tripId)
  await sql`
    update service_requests set
      pickup_trip_stop_id = case when pickup_trip_stop_id = any(${ids}::int[]) then null else pickup_trip_stop_id end,
      dropoff_trip_stop_id = case when dropoff_trip_stop_id = any(${ids}::int[]) then null else dropoff_trip_stop_id end
    where pickup_trip_stop_id = any(${ids}::int[]) or dropoff_trip_stop_id = any(${ids}::int[])`.execute(change.tx)
  await change.tx.deleteFrom('trip_stops').where('id', 'in', ids).execute()
}

/** Ends a trip: its vehicle leaves the stop that it is at, and stops that were never reached are removed. */
export const endStops = async (change: PlanChange, tripId: number, at = change.now): Promise<void> => {
  noteTrip(change, tripId)
  await change.tx
    .updateTable('trip_stops')
    .set({ departed_at: at })
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is not', null)
    .where('departed_at', 'is', null)
    .execute()
  const ahead = await change.tx
    .selectFrom('trip_stops')
    .select('id')
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is', null)
    .execute()
  await deleteStops(
    change,
    tripId,
    ahead.map((stop) => stop.id),
  )
}

/**
 * A driver who signs on late begins with the first run of the route, or round of a loop, that can still leave in time,
 * or that is booked; those before it are not driven. Answers how many they are.
 */
export const dropMissedRuns = async (change: PlanChange, tripId: number, at: Date): Promise<number> => {
  // All rounds of a loop are one run: each begins where the run does, and ends where the next one begins.
  const { rows } = await sql<{ begins: boolean }>`
    with calls as (
      select run, location_index, window_until,
        min(location_index) over whole as first, max(location_index) over whole as last,
        location_id = first_value(location_id) over onward and location_id = first_value(location_id) over back as turns
      from trip_stops where trip_id = ${tripId} and kind = 'route_stop'
      window whole as (partition by run), onward as (whole order by location_index),
        back as (whole order by location_index desc)),
    rounds as (
      select location_index as first, window_until as leaves,
        lead(location_index, 1, last + 1) over (partition by run order by location_index) as until
      from calls where location_index = first or (turns and location_index < last)),
    booked as (
      select min(s.location_index) as first
      from service_requests r join trip_stops s on s.id in (r.pickup_trip_stop_id, r.dropoff_trip_stop_id)
      where s.trip_id = ${tripId})
    delete from trip_stops
    where trip_id = ${tripId} and kind = 'route_stop' and not exists (
      select from rounds, booked
      where rounds.first <= trip_stops.location_index and (rounds.leaves >= ${at} or rounds.until > booked.first))
    returning location_index in (select first from rounds) as begins`.execute(change.tx)
  if (rows.length > 0) noteTrip(change, tripId)
  return rows.filter(({ begins }) => begins).length
}

/** A break that should have begun before the driver came is not made up for. */
export const dropMissedBreaks = async (change: PlanChange, tripId: number, at: Date): Promise<void> => {
  noteTrip(change, tripId)
  await change.tx
    .deleteFrom('trip_stops')
    .where('trip_id', '=', tripId)
    .where('kind', '=', 'break')
    .where(sql<boolean>`window_until - dwell_seconds * interval '1 second' < ${at}`)
    .execute()
}
