import { sql } from 'kysely'
import { byEngine, type By } from './booking-history.ts'
import type { PlanChange } from './change-plan.ts'
import { completeTrip, type OpenTrip, recordTrips, updateTrip } from './trips.ts'

/**
 * The service ends a trip by itself: a driven one completes, one that never started is cancelled. What that takes from it
 * is kept, as its driver may have had no signal.
 */
export const lapseTrip = async (change: PlanChange, { id, current_state: before }: OpenTrip): Promise<void> => {
  const never = before === 'staged'
  await sql`update trips set lapsed = jsonb_build_object('state', current_state,
    'standing', (select s.id from trip_stops s
      where s.trip_id = trips.id and s.arrived_at is not null and s.departed_at is null limit 1),
    'stops', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from trip_stops s
      where s.trip_id = trips.id and s.arrived_at is null and not ${never}))
    where id = ${id}`.execute(change.tx)
  const message = never ? 'No driver signed on to this trip' : null
  if (never) await updateTrip(change, id, { current_state: 'cancelled', status_message: message })
  else await completeTrip(change, id)
  await recordTrips(change, byEngine, [
    { trip_id: id, change: 'state', before, after: never ? 'cancelled' : 'completed', message },
  ])
}

type Resuming = { to: NonNullable<OpenTrip['lapsed']>; by: By; message: string }

/** Puts a trip that the service ended by itself back to what it was, with the stops ahead. */
export const resumeTrip = async (
  change: PlanChange,
  { id, current_state: before }: OpenTrip,
  { to, by, message }: Resuming,
): Promise<void> => {
  const { tx } = change
  await sql`insert into trip_stops overriding system value
    select s.* from trips t, jsonb_populate_recordset(null::trip_stops, t.lapsed -> 'stops') s where t.id = ${id}`.execute(
    tx,
  )
  await sql`update trip_stops s set departed_at = null from trips t
    where t.id = ${id} and s.id = (t.lapsed ->> 'standing')::int`.execute(tx)
  await updateTrip(change, id, {
    current_state: to,
    lapsed: null,
    completed_at: null,
    ...(to === 'staged' ? { status_message: null } : {}),
  })
  await recordTrips(change, by, [{ trip_id: id, change: 'state', before, after: to, message }])
}
