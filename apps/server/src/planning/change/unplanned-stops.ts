import { sql } from 'kysely'
import { noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { insertStops } from './stops.ts'

/** Moves the stops of a trip from this place on by one. */
const makePlace = async ({ tx }: PlanChange, tripId: number, index: number): Promise<void> => {
  await sql`update trip_stops set location_index = location_index + 1
    where trip_id = ${tripId} and location_index >= ${index}`.execute(tx)
}

type FactStop = {
  location_id: number
  scheduled_at: Date
  /** when the passenger has to be there at the latest */
  latest: Date
  arrived_at: Date | null
}

/** A stop that the vehicle was driven to, or will be, without having been planned: at this place of the trip. */
export const insertStopAt = async (
  change: PlanChange,
  tripId: number,
  index: number,
  { location_id, scheduled_at, latest, arrived_at }: FactStop,
): Promise<number> => {
  await makePlace(change, tripId, index)
  const [stop] = await insertStops(change, tripId, [
    {
      location_id,
      location_index: index,
      kind: 'passenger',
      scheduled_at,
      scheduled_departure_at: scheduled_at,
      eta: arrived_at ?? scheduled_at,
      latest_arrival_time: latest,
      dwell_seconds: null,
      arrived_at,
    },
  ])
  if (stop === undefined) throw new Error('The database gave a new stop no id')
  return stop.id
}

/** The same stop once more at another place of the trip, not reached yet. */
export const repeatStopAt = async (
  change: PlanChange,
  tripId: number,
  stopId: number,
  index: number,
): Promise<number> => {
  await makePlace(change, tripId, index)
  noteTrip(change, tripId)
  const { rows } = await sql<{ id: number }>`
    insert into trip_stops (trip_id, location_id, location_index, kind, scheduled_at, scheduled_departure_at, eta,
      latest_arrival_time, dwell_seconds)
    select trip_id, location_id, ${index}, 'passenger', scheduled_at, scheduled_departure_at, eta,
      latest_arrival_time, dwell_seconds
    from trip_stops where id = ${stopId} returning id`.execute(change.tx)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no stop ${stopId}`)
  return row.id
}

/** The vehicle drove here first: the stop changes place to before those that were to come before it. */
export const bringForward = async (
  change: PlanChange,
  tripId: number,
  stop: { id: number; location_index: number },
  index: number,
): Promise<void> => {
  noteTrip(change, tripId)
  await sql`update trip_stops
    set location_index = case when id = ${stop.id} then ${index} else location_index + 1 end
    where trip_id = ${tripId} and location_index between ${index} and ${stop.location_index}`.execute(change.tx)
}

/** Bookings get on or off at another stop of the same trip. */
export const tieToStop = async (
  { tx }: PlanChange,
  ids: readonly number[],
  stops: { pickup_trip_stop_id?: number; dropoff_trip_stop_id?: number },
): Promise<void> => {
  if (ids.length > 0) await tx.updateTable('service_requests').set(stops).where('id', 'in', ids).execute()
}

/** A stop that was planned for others is planned no later than this passenger was promised. */
export const planNoLater = async (
  change: PlanChange,
  tripId: number,
  stopId: number,
  promised: Date,
): Promise<void> => {
  noteTrip(change, tripId)
  await change.tx
    .updateTable('trip_stops')
    .set({ scheduled_at: promised })
    .where('id', '=', stopId)
    .where('scheduled_at', '>', promised)
    .execute()
}
