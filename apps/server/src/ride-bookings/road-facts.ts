import { type Kysely, sql } from 'kysely'
import type { LngLat } from '@ambit/geo'
import type { BoardingCodeUse, TripState } from '@ambit/contract'
import { boardingCodes } from '../access/boarding-codes.ts'
import { among } from '../database/among.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { lateCancelMinutes } from '../misses/late-cancel.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import type { BookingRecord } from '../service-requests/queries.ts'
import { legsOf, type RideLegFacts } from './legs.ts'

/** What of the vehicle's way concerns one booking, and what was said of the ride afterwards. */
type Row = {
  id: number
  current_state: TripState | null
  vehicle_number: string | null
  license_plate: string | null
  description: string | null
  longitude: number | null
  latitude: number | null
  recorded_at: Date | null
  pickup_arrived_at: Date | null
  pickup_departed_at: Date | null
  stops_before: number
  /** where the vehicle stands or was last, or heads for, where only others get on or off */
  others: [number, number][] | null
  rating: number | null
  rated_at: Date | null
  comments: string | null
  /** first name; null: the zone does not show it */
  driver_name: string | null
  /** null: late ones are not noted */
  late_cancel_minutes: number | null
  booked_at: Date
  code_use: BoardingCodeUse
  region_id: number
  region_name: string
  contact_phone: string | null
  emergency_number: string
  /** stops of the service; others are doors */
  pickup_is_stop: boolean
  dropoff_is_stop: boolean
  /** the passenger has made a link for others */
  shared: boolean
}

export type RoadFacts = Omit<Row, 'others'> & {
  booking: BookingRecord
  others: readonly LngLat[]
  /** how long the vehicle waits, where it stands at the pick-up */
  wait_minutes: number | null
  /** null: the zone asks for none */
  boarding_code: string | null
  /** left out: it is no part of a journey */
  journey?: RideLegFacts
}

/** Stops of the trip, as far as a passenger has to know of them: breaks and staging are none. */
const isStop = sql`b.kind in ('passenger', 'route_stop')`

const rowsOf = (db: Kysely<DB>, ids: readonly number[]) =>
  sql<Row>`
  select r.id, r.created_at as booked_at,
    ${lateCancelMinutes('z.id')} as late_cancel_minutes, z.boarding_code as code_use, g.id as region_id,
    case when z.show_driver_name then d.first_name end as driver_name, t.current_state, v.vehicle_number, v.license_plate,
    nullif(concat_ws(' ', v.color, v.make, v.model), '') as description,
    m.longitude, m.latitude, m.recorded_at, ps.arrived_at as pickup_arrived_at, ps.departed_at as pickup_departed_at,
    (select count(*)::int from trip_stops b where b.trip_id = t.id and b.departed_at is null and ${isStop}
      and b.location_index < own.location_index) as stops_before,
    (select json_agg(json_build_array(l.longitude, l.latitude)) from (
        (select location_id from trip_stops b where b.trip_id = t.id and ${isStop} and b.departed_at is null
          order by b.location_index limit 1)
        union all
        (select location_id from trip_stops b where b.trip_id = t.id and ${isStop} and b.departed_at is not null
          order by b.location_index desc limit 1)) near
      join locations l on l.id = near.location_id
      where near.location_id not in (r.pickup_location_id, r.dropoff_location_id)) as others,
    f.rating, f.created_at as rated_at, f.comments, g.name as region_name, g.contact_phone, g.emergency_number,
    exists (select from zone_stops where location_id = r.pickup_location_id) as pickup_is_stop,
    exists (select from zone_stops where location_id = r.dropoff_location_id) as dropoff_is_stop,
    exists (select from ride_links k where k.service_request_id = r.id and k.purpose = 'track') as shared
  from service_requests r join zones z on z.id = r.zone_id join regions g on g.id = z.region_id
  left join trips t on t.id = r.trip_id left join vehicles v on v.id = t.vehicle_id
  left join drivers d on d.id = t.driver_id
  left join trip_monitors m on m.trip_id = t.id
  left join trip_stops ps on ps.id = r.pickup_trip_stop_id
  left join trip_stops own on own.id = case when r.status = 'on_board' then r.dropoff_trip_stop_id else ps.id end
  left join feedbacks f on f.service_request_id = r.id
  where r.id = ${among(ids)}`.execute(db)

/** The same for each of these bookings, in their order. */
export const roadFacts = async (
  deps: Deps,
  db: Kysely<DB>,
  bookings: readonly BookingRecord[],
): Promise<RoadFacts[]> => {
  if (bookings.length === 0) return []
  const { rows } = await rowsOf(
    db,
    bookings.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const codes = rows.some(({ code_use }) => code_use !== 'off')
    ? await boardingCodes({ db, config: deps.config })
    : null
  const legs = await legsOf(db, bookings, deps.clock.now())
  const facts: RoadFacts[] = []
  for (const booking of bookings) {
    const row = byId.get(booking.id)
    if (row === undefined) continue
    const wait_minutes = standsAtPickup(row) ? await waitIn(deps, db, booking.zone_id) : null
    const boarding_code = row.code_use === 'off' ? null : (codes?.codeOf(booking.id) ?? null)
    const journey = legs.get(booking.id)
    const others = row.others ?? []
    facts.push({ ...row, booking, others, wait_minutes, boarding_code, ...(journey === undefined ? {} : { journey }) })
  }
  return facts
}

export const standsAtPickup = ({
  pickup_arrived_at,
  pickup_departed_at,
}: Pick<Row, 'pickup_arrived_at' | 'pickup_departed_at'>): boolean =>
  pickup_arrived_at !== null && pickup_departed_at === null

const waitIn = async (deps: Deps, db: Kysely<DB>, zoneId: number): Promise<number> =>
  (await settingsAt(deps, db, await readVersion(db, zoneId))).strategy.wait_minutes
