import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Feedback texts by number of stars. */
const comments: readonly (readonly [stars: number, text: string])[] = [
  [5, 'Right on time, and the driver helped me with my shopping.'],
  [5, 'Lovely ride, thank you.'],
  [5, 'So much easier than waiting for the bus.'],
  [4, 'Friendly driver. The stop could do with a bench.'],
  [4, 'Good, a little longer than I had hoped.'],
  [3, 'Came at the end of the window, but it came.'],
  [3, 'We went round the whole suburb first.'],
  [2, 'I waited a quarter of an hour in the rain.'],
  [2, 'Too warm on board.'],
  [1, 'I missed my appointment.'],
]

/** The past that reports read: feedback, cancelled bookings, and searches that found nothing. */
export const storeReports = async (db: Kysely<DB>): Promise<void> => {
  for (const [at, [stars, text]] of comments.entries())
    await sql`update feedbacks set comments = ${text}
      where rating = ${stars} and id % 7 = ${(at * 3) % 7}::int`.execute(db)
  await storeCancellations(db)
  await storeRefusals(db)
}

/** Every sixteenth past booking gets a copy that was cancelled some time before it, usually by the passenger. */
const storeCancellations = async (db: Kysely<DB>): Promise<void> => {
  await sql`
    with made as (
      insert into service_requests (traveler_id, zone_id, status, passengers, passenger_count, mobility_support,
        origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude, destination_latitude,
        pickup_location_id, pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound,
        dropoff_upper_bound, max_ride_s, direct_s, payment_method, scaled_price, total_price, booking_method,
        cancellation_reason, created_at, updated_at)
      select traveler_id, zone_id, 'cancelled', passengers, passenger_count, mobility_support,
        origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude, destination_latitude,
        pickup_location_id, pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound,
        dropoff_upper_bound, max_ride_s, direct_s, payment_method, scaled_price, total_price, booking_method,
        (array['Plans have changed', 'Found another way to travel', 'Illness or appointment cancelled'])[1 + id % 3],
        created_at - interval '1 hour', created_at - interval '20 minutes'
      from service_requests where status = 'completed' and id % 16 = 0
      returning id, created_at, updated_at
    ), told as (
      insert into service_request_histories (service_request_id, status, user_type, created_at)
      select id, status, user_type, at from (
        select id, 'created' as status, 'passenger' as user_type, created_at as at from made
        union all
        select id, 'cancelled', (array['passenger', 'passenger', 'user', 'passenger', 'engine'])[1 + id % 5], updated_at
        from made
      ) as entries
      order by at
    )
    insert into surveys (service_request_id, cancellation_reason_key, additional_information, created_at)
    select made.id, o.key, case when made.id % 4 = 0 then 'Told us by phone.' end, made.updated_at
    from made join survey_options o on o.position = 1 + (made.id * 7) % (select count(*) from survey_options)
    where made.id % 5 <> 4`.execute(db)
}

/** Every nineteenth past booking was preceded by a search that found nothing. */
const storeRefusals = async (db: Kysely<DB>): Promise<void> => {
  await sql`
    insert into service_availability_searches (traveler_id, zone_id, status, message, passengers, mobility_support,
      origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude, destination_latitude,
      traveling_at, departing, reasons, booking_method, created_at)
    select r.traveler_id, r.zone_id, 'no_offerings', why.text || '.', r.passengers, r.mobility_support,
      r.origin_name, r.origin_longitude, r.origin_latitude, r.destination_name, r.destination_longitude,
      r.destination_latitude, r.pickup_lower_bound, true,
      jsonb_build_array(jsonb_build_object('code', why.code, 'text', why.text)), 'app', r.created_at - interval '5 minutes'
    from service_requests r join (values
      (0, 'capacity_seats', 'All vehicles are full at this time'),
      (1, 'too_soon', 'No vehicle can be there in time'),
      (2, 'capacity_seats', 'All vehicles are full at this time'),
      (3, 'no_stop_origin', 'There is no stop within 500 m of the pick-up'),
      (4, 'outside_service_hours', 'No vehicle is in service at this time')
    ) as why(at, code, text) on why.at = r.id % 5
    where r.status = 'completed' and r.id % 19 = 0`.execute(db)
}
