import type { AidKind } from '@ambit/contract'
import { needsOf, openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { asJson, seconds } from './as-json.ts'
import { stillTogether } from './groups.ts'
import { type StandsUntil, untilOf } from './pins.ts'
import type { BookedEnd, PlanBooking, Seconds } from './types.ts'

/** The promise of a pick-up was kept, or missed, before the passenger was stranded: the rescue is no lateness of it. */
const openBookings = (db: Kysely<DB>, zoneId: number): Promise<BookingRow[]> =>
  asJson(
    db,
    sql`json_build_array(r.id, r.traveler_id, p.first_name || ' ' || p.last_name, r.status, r.trip_id,
      coalesce(r.boarded_count, r.passenger_count), least(r.mobility_support, coalesce(r.boarded_count, r.passenger_count)),
      json_build_array(r.pickup_location_id, ${seconds('r.pickup_lower_bound')}, ${seconds('r.pickup_upper_bound')},
        case when r.stranded_at is null then ${seconds('r.promised_pickup_upper_bound')} else ${seconds('r.pickup_upper_bound')} end, r.pickup_walk_s),
      json_build_array(r.dropoff_location_id, ${seconds('r.dropoff_lower_bound')}, ${seconds('r.dropoff_upper_bound')},
        ${seconds('r.promised_dropoff_upper_bound')}, r.dropoff_walk_s),
      r.max_ride_s, r.direct_s, r.pickup_trip_stop_id, r.dropoff_trip_stop_id, ${seconds('r.boarded_at')},
      (select json_build_array(${seconds('b.until')}) from booking_pins b
        where b.service_request_id = r.id and b.ended_at is null),
      (select json_agg(json_build_array(b.trip_id, ${seconds('b.until')}) order by b.id) from booking_bans b
        where b.service_request_id = r.id and b.ended_at is null),
      r.load_s, r.unload_s, (select json_agg(distinct a ->> 'kind') from jsonb_array_elements(r.aids) a), g.id) order by r.id`,
    sql`service_requests r join travelers p on p.id = r.traveler_id
      left join booking_groups g on g.id = r.booking_group_id and g.seating = 'together'
      where r.zone_id = ${zoneId} and r.status = any(${openRequestStatuses}::text[])`,
  )

type EndRow = readonly [location_id: number, lower: Seconds, upper: Seconds, promised_upper: Seconds, walk_s: number]
type BookingRow = readonly [
  id: number,
  traveler_id: number,
  traveler_name: string,
  status: PlanBooking['status'],
  trip_id: number | null,
  passenger_count: number,
  mobility_support: number,
  pickup: EndRow,
  dropoff: EndRow,
  max_ride_s: number,
  direct_s: number,
  pickup_trip_stop_id: number | null,
  dropoff_trip_stop_id: number | null,
  boarded_at: Seconds | null,
  pin: StandsUntil | null,
  bans: readonly (readonly [trip_id: number, until: Seconds])[] | null,
  load_s: Seconds | null,
  unload_s: Seconds | null,
  aids: readonly AidKind[] | null,
  together: number | null,
]

const endOf = ([location_id, lower, upper, promised_upper, walk_s]: EndRow): BookedEnd => ({
  location_id,
  lower,
  upper,
  promised_upper,
  walk_s,
})

const bookingOf = ([id, traveler_id, traveler_name, status, trip_id, ...rest]: BookingRow): PlanBooking => {
  const [passenger_count, mobility_support, pickup, dropoff, max_ride_s, direct_s, from, to, ...more] = rest
  const [boarded_at, pin, bans, load_s, unload_s, aids, together] = more
  return {
    id,
    traveler_id,
    traveler_name,
    status,
    trip_id,
    passenger_count,
    mobility_support,
    times: load_s === null || unload_s === null ? null : { load_s, unload_s },
    needs: needsOf(aids ?? []),
    pickup: endOf(pickup),
    dropoff: endOf(dropoff),
    max_ride_s,
    direct_s,
    pickup_trip_stop_id: from,
    dropoff_trip_stop_id: to,
    boarded_at,
    pinned_until: untilOf(pin),
    bans: (bans ?? []).map(([trip, until]) => ({ trip_id: trip, until })),
    together,
  }
}

/** The bookings of a zone that are not over. */
export const readBookings = async (db: Kysely<DB>, zoneId: number): Promise<PlanBooking[]> =>
  stillTogether((await openBookings(db, zoneId)).map(bookingOf))
