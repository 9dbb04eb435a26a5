import { type Kysely, sql } from 'kysely'
import type { OdometerMoment, TripWithStops } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** What its vehicle showed on the trip, and before it. `besides`: a row that does not count yet. */
export const odometerOf = async (
  db: Kysely<DB>,
  { id, vehicle_id }: { id: number; vehicle_id: number | null },
  besides = 0,
): Promise<NonNullable<TripWithStops['odometer']>> => {
  const { rows } = await sql<{ reading: number; moment: OdometerMoment; trip_id: number }>`
    select (a.input ->> 'reading')::int as reading, a.input ->> 'moment' as moment, a.trip_id
    from driver_actions a join trips t on t.id = a.trip_id
    where a.kind = 'odometer' and (a.input ->> 'vehicle_id')::int = ${vehicle_id} and a.id <> ${besides}
      and not a.undone and t.start_datetime <= (select start_datetime from trips where id = ${id})
    order by a.done_at desc, a.id desc limit 20`.execute(db)
  const told = (moment: OdometerMoment): number | null =>
    rows.find((row) => row.trip_id === id && row.moment === moment)?.reading ?? null
  return { last: rows.find((row) => row.trip_id !== id)?.reading ?? null, start: told('start'), end: told('end') }
}

/** The no-shows of a trip that dispatch was asked for, with what came of it. */
export const askedNoShows = async (db: Kysely<DB>, tripId: number): Promise<TripWithStops['no_shows_asked']> => {
  const { rows } = await sql<NonNullable<TripWithStops['no_shows_asked']>[number]>`
    select distinct on (a.service_request_id) a.service_request_id, a.done_at as asked_at,
      a.input ->> 'reason' as reason, a.input ->> 'reason_text' as reason_text,
      exists (select from exceptions e where e.kind = 'approval' and e.subject = 'no_show:' || a.service_request_id
        and e.state = 'resolved' and e.outcome = 'fixed' and e.opened_at >= a.done_at) as approved
    from driver_actions a
    where a.trip_id = ${tripId} and a.kind = 'ask_no_show' and a.service_request_id is not null
    order by a.service_request_id, a.id desc`.execute(db)
  return rows
}
