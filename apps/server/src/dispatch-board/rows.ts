import { type Kysely, sql } from 'kysely'
import type { BoardStop, BookedAid, RequestStatus, TripState } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** What the board shows: the zones, and from when until when. */
export type Shown = { zones: readonly number[]; from: Date; until: Date }

type Pause = { until: string | null; reason: string | null; paused_by: string | null; created_at: string }
export type TripRow = {
  trip_id: number
  trip_name: string
  zone_id: number
  vehicle_id: number | null
  vehicle_number: string | null
  driver_name: string | null
  state: TripState
  start: Date
  end: Date
  seats: number
  wheelchairs: number
  pause: Pause | null
}

/** Trips that drive in the time shown, by the numbers of their vehicles. */
export const readTrips = async (db: Kysely<DB>, { zones, from, until }: Shown): Promise<TripRow[]> => {
  const { rows } = await sql<TripRow>`
    select t.id as trip_id, t.name as trip_name, t.zone_id, t.vehicle_id, v.vehicle_number,
      d.first_name || ' ' || d.last_name as driver_name, t.current_state as state, t.start_datetime as start,
      t.end_datetime as "end", coalesce(v.capacity, 0) as seats, coalesce(v.mobility_capacity, 0) as wheelchairs,
      (select json_build_object('until', p.until, 'reason', p.reason, 'created_at', p.created_at,
        'paused_by', u.first_name || ' ' || u.last_name)
        from vehicle_pauses p left join users u on u.id = p.user_id
        where p.trip_id = t.id and p.ended_at is null) as pause
    from trips t
    left join vehicles v on v.id = t.vehicle_id
    left join drivers d on d.id = t.driver_id
    where t.zone_id = any(${zones}::int[]) and t.current_state <> 'cancelled'
      and t.start_datetime < ${until} and t.end_datetime > ${from}
    order by v.vehicle_number, t.start_datetime, t.id`.execute(db)
  return rows
}

export type StopRow = Pick<BoardStop, 'id' | 'kind' | 'location_name'> & {
  trip_id: number
  planned_at: Date
  planned_departure_at: Date
  expected_at: Date | null
  arrived_at: Date | null
  departed_at: Date | null
}

/** Their stops in order, those behind the vehicle too. */
export const readStops = async (db: Kysely<DB>, trips: readonly number[]): Promise<StopRow[]> => {
  const { rows } = await sql<StopRow>`
    select s.id, s.trip_id, s.kind, l.name as location_name, s.scheduled_at as planned_at,
      s.scheduled_departure_at as planned_departure_at, s.eta as expected_at, s.arrived_at, s.departed_at
    from trip_stops s join locations l on l.id = s.location_id
    where s.trip_id = any(${trips}::int[])
    order by s.trip_id, s.location_index`.execute(db)
  return rows
}

type Pin = { until: string | null; reason: string | null; pinned_by: string | null; created_at: string }
export type BookingRow = {
  id: number
  traveler_id: number
  traveler_name: string
  zone_id: number
  trip_id: number | null
  status: RequestStatus
  passenger_count: number
  boarded_count: number | null
  mobility_support: number
  aids: BookedAid[]
  pickup_from: Date
  pickup_until: Date
  dropoff_from: Date
  dropoff_until: Date
  pickup_stop: number | null
  dropoff_stop: number | null
  boarded_at: Date | null
  dropped_off_at: Date | null
  departing: boolean | null
  pin: Pin | null
}

/** Bookings on the trips, and those without one that are due before the end of what is shown. */
export const readBookings = async (
  db: Kysely<DB>,
  trips: readonly number[],
  { zones, until }: Shown,
): Promise<BookingRow[]> => {
  const { rows } = await sql<BookingRow>`
    select r.id, r.traveler_id, p.first_name || ' ' || p.last_name as traveler_name, r.zone_id, r.trip_id, r.status,
      r.passenger_count, r.boarded_count, r.mobility_support, r.aids,
      r.promised_pickup_lower_bound as pickup_from, r.promised_pickup_upper_bound as pickup_until,
      r.promised_dropoff_lower_bound as dropoff_from, r.promised_dropoff_upper_bound as dropoff_until,
      r.pickup_trip_stop_id as pickup_stop, r.dropoff_trip_stop_id as dropoff_stop, r.boarded_at, r.dropped_off_at,
      s.departing,
      (select json_build_object('until', b.until, 'reason', b.reason, 'created_at', b.created_at,
        'pinned_by', u.first_name || ' ' || u.last_name)
        from booking_pins b left join users u on u.id = b.user_id
        where b.service_request_id = r.id and b.ended_at is null) as pin
    from service_requests r
    join travelers p on p.id = r.traveler_id
    left join service_offerings o on o.id = r.service_offering_id
    left join service_availability_searches s on s.id = o.service_availability_search_id
    where (r.trip_id = any(${trips}::int[]) and r.status in ('assigned', 'secured', 'on_board', 'completed'))
      or (r.zone_id = any(${zones}::int[]) and r.status in ('created', 'unassigned')
        and r.pickup_lower_bound < ${until})
    order by r.trip_id nulls first, r.pickup_lower_bound, r.id`.execute(db)
  return rows
}
