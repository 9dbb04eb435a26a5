import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** So far ahead a pack looks. */
const HOURS = 24

/**
 * The region's trips of the next 24 hours, each as JSON text, and the bookings without a vehicle. It is one statement
 * each for a whole region, so all of it is of one moment, and nothing of it is parsed where requests wait.
 */
export const readPack = async (
  db: Kysely<DB>,
  regionId: number,
  now: Date,
): Promise<{ trips: string[]; waiting: string }> => {
  const until = new Date(now.getTime() + HOURS * 3_600_000)
  const since = new Date(now.getTime() - HOURS * 3_600_000)
  const { rows } = await sql<{ trip: string | null; waiting: string | null }>`
    with open as (
      select t.*, z.name as zone, z.time_zone from trips t join zones z on z.id = t.zone_id
      where z.region_id = ${regionId} and t.current_state in ('staged', 'live', 'in_transit')
        and t.start_datetime < ${until} and t.end_datetime > ${since}),
    booked as (
      select r.id, r.trip_id, r.pickup_trip_stop_id, r.dropoff_trip_stop_id, ${booking} as told
      from service_requests r join travelers p on p.id = r.traveler_id
      where r.trip_id in (select id from open) and r.status not in ('cancelled', 'error')),
    boarding as (select pickup_trip_stop_id as id, json_agg(told order by id) as list from booked group by 1),
    alighting as (select dropoff_trip_stop_id as id, json_agg(told order by id) as list from booked group by 1),
    stops as (
      select s.trip_id, json_agg(json_build_object('kind', s.kind, 'name', l.name, 'address', l.street_address,
        'note', (select note from zone_stops n where n.location_id = s.location_id and n.zone_id = open.zone_id limit 1),
        'arrive', coalesce(s.eta, s.scheduled_at),
        'leave', greatest(s.scheduled_departure_at, coalesce(s.eta, s.scheduled_at)),
        'arrived_at', s.arrived_at, 'departed_at', s.departed_at,
        'boarding', coalesce(b.list, '[]'), 'alighting', coalesce(a.list, '[]')) order by s.location_index) as list
      from open join trip_stops s on s.trip_id = open.id join locations l on l.id = s.location_id
      left join boarding b on b.id = s.id left join alighting a on a.id = s.id
      group by s.trip_id)
    select json_build_object('id', t.id, 'name', t.name, 'zone', t.zone, 'time_zone', t.time_zone,
      'state', t.current_state, 'vehicle', v.vehicle_number, 'plate', v.license_plate,
      'driver', d.first_name || ' ' || d.last_name, 'phone', d.phone_number,
      'start', t.start_datetime, 'end', t.end_datetime, 'stops', coalesce(stops.list, '[]'))::text as trip,
      null as waiting, t.start_datetime as begins, v.vehicle_number as vehicle, t.id
    from open t left join vehicles v on v.id = t.vehicle_id left join drivers d on d.id = t.driver_id
      left join stops on stops.trip_id = t.id
    union all
    select null, coalesce(json_agg(${booking} order by r.pickup_lower_bound, r.id), '[]')::text, null, null, null
    from service_requests r join travelers p on p.id = r.traveler_id join zones z on z.id = r.zone_id
    where z.region_id = ${regionId} and r.status in ('created', 'unassigned')
      and r.pickup_lower_bound between ${since} and ${until}
    order by begins, vehicle, id`.execute(db)
  return {
    trips: rows.flatMap(({ trip }) => (trip === null ? [] : [trip])),
    waiting: rows.find(({ waiting }) => waiting !== null)?.waiting ?? '[]',
  }
}

const booking = sql`json_build_object('id', r.id, 'name', p.first_name || ' ' || p.last_name, 'phone', p.phone_number,
  'status', r.status, 'passengers', r.passenger_count, 'wheelchairs', r.mobility_support, 'comment', r.comment,
  'pickup_note', r.pickup_note, 'dropoff_note', r.dropoff_note,
  'origin', r.origin_name, 'destination', r.destination_name,
  'from', r.promised_pickup_lower_bound, 'until', r.promised_pickup_upper_bound,
  'price', r.total_price, 'currency', r.currency, 'payment_method', r.payment_method, 'charged', r.charged_at is not null,
  'boarded_at', r.boarded_at)`
