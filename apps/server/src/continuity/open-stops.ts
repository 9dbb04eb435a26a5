import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

import { type Scope, withinScope } from '../http/scope.ts'

/** A stop, and who has still to board or alight there. */
export const openAt = async (
  tx: Transaction<DB>,
  stopId: number,
): Promise<{ name: string; kind: string; waiting: string | null }> => {
  const { rows } = await sql<{ name: string; kind: string; waiting: string | null }>`
    select l.name, s.kind, (
      select p.first_name || ' ' || p.last_name from service_requests r join travelers p on p.id = r.traveler_id
      where ${isOpen} order by r.id limit 1) as waiting
    from trip_stops s join locations l on l.id = s.location_id where s.id = ${stopId}`.execute(tx)
  return rows[0] ?? { name: '', kind: '', waiting: null }
}

const isOpen = sql<boolean>`((r.pickup_trip_stop_id = s.id and r.status in ('assigned', 'secured'))
  or (r.dropoff_trip_stop_id = s.id and r.status = 'on_board'))`

/** A stop is late news after so long. */
const GRACE = '10 minutes'

/** Trips with stops whose time is over and that the server knows nothing of, the earliest first. */
export const tripsToCatchUp = async (db: Kysely<DB>, scope: Scope, now: Date) => {
  const { rows } = await sql<{
    id: number
    name: string
    region_id: number
    zone_name: string
    time_zone: string
    vehicle_number: string | null
    driver_name: string | null
    start_datetime: Date
    end_datetime: Date
    stops_open: number
    bookings_open: number
  }>`
    select t.id, t.name, z.region_id, z.name as zone_name, z.time_zone, v.vehicle_number,
      d.first_name || ' ' || d.last_name as driver_name, t.start_datetime, t.end_datetime,
      count(distinct s.id)::int as stops_open, count(distinct r.id)::int as bookings_open
    from trips t join zones z on z.id = t.zone_id
      join trip_stops s on s.trip_id = t.id and s.departed_at is null
        and s.scheduled_at < ${now}::timestamptz - ${GRACE}::interval
      left join service_requests r on ${isOpen}
      left join vehicles v on v.id = t.vehicle_id left join drivers d on d.id = t.driver_id
    where t.current_state in ('staged', 'live', 'in_transit') and ${withinScope(scope, 'z.region_id')}
    group by t.id, z.id, v.id, d.id
    -- a vehicle that waits where it set the last passenger down is at no stop too late
    having count(r.id) > 0 or bool_or(s.arrived_at is null)
    order by t.start_datetime, t.id limit 1000`.execute(db)
  return rows
}

/** When no server ran, where staff have not said that all was entered, and what was written may still come. */
export const openOutages = async (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('outages as o')
    .innerJoin('regions as r', 'r.id', 'o.region_id')
    .where('o.settled_at', 'is', null)
    .where(withinScope(scope, 'o.region_id'))
    .select(['o.region_id', 'r.name as region_name', 'r.time_zone', 'o.from_at', 'o.until_at'])
    .orderBy('o.from_at')
    .orderBy('r.name')
    .execute()
