import { discounted, reliabilityOf, type Taken } from '@ambit/domain'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { heldDiscount } from '../discounts/apply.ts'
import { ofVisibleTraveler, type Scope, visibleTravelers } from '../http/scope.ts'
import type { ServiceAvailabilitySearchesTable } from '../database/booking-tables.ts'
import type { DB } from '../database/schema.ts'

/** Of those that have not begun, but for rides of series: they are counted nowhere. */
const ahead = (traveler: RawBuilder<unknown>, changed: number | null) => sql`from service_requests as r
  where r.traveler_id = ${traveler} and r.status in ('created', 'assigned', 'unassigned', 'secured')
    and r.id is distinct from ${changed}::int
    and not exists (select from booking_series_occurrences o where o.service_request_id = r.id)`
const openCount = (traveler: RawBuilder<unknown>, changed: number | null) =>
  sql<number>`(select count(*)::int ${ahead(traveler, changed)})`
const firstEnd = (traveler: RawBuilder<unknown>, changed: number | null) =>
  sql<Date | null>`(select min(r.dropoff_upper_bound) ${ahead(traveler, changed)})`

/** The passenger with the rides ahead, without the one to change. */
export const findTraveler = (db: Kysely<DB>, regions: Scope, id: number, changed: number | null) => {
  const traveler = sql.ref('travelers.id')
  return db
    .selectFrom('travelers')
    .select(['id', 'status', 'restriction', 'handicapped', 'medically_exempt', 'region_id'])
    .select(['attendant_allowed', 'mobility_aids', 'own_times'])
    .select([openCount(traveler, changed).as('open_bookings'), firstEnd(traveler, changed).as('next_end')])
    .where('id', '=', id)
    .where(visibleTravelers(regions))
    .executeTakeFirst()
}

export const ridesAhead = (db: Kysely<DB>, traveler: number, changed: number | null) =>
  db
    .selectNoFrom([
      openCount(sql`${traveler}::int`, changed).as('open_bookings'),
      firstEnd(sql`${traveler}::int`, changed).as('next_end'),
    ])
    .executeTakeFirstOrThrow()

/** The number to call about rides: of the region, else of the app; null where neither has one. */
export const phoneOf = async (db: Kysely<DB>, region: number | null, app: number | null): Promise<string | null> => {
  const { rows } = await sql<{ number: string | null }>`select coalesce(
    (select contact_phone from regions where id = ${region}::int),
    (select phone_number from consumer_apps where id = ${app}::int)) as number`.execute(db)
  return rows[0]?.number ?? null
}

/** A booking to change, as far as a search has to know it; undefined where there is none within the regions. */
export const findBookingToChange = async (db: Kysely<DB>, id: number, regions: readonly number[] | null) => {
  const row = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where('r.id', '=', id)
    .select(['r.id', 'r.traveler_id', 'r.aids', 'r.status', 'r.stranded_at', 'r.charged_at', 'zones.region_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('booking_groups as g')
            .select('g.id')
            .whereRef('g.id', '=', 'r.booking_group_id')
            .where('g.seating', '=', 'together'),
        )
        .as('together'),
    )
    .select((eb) =>
      eb
        .exists(eb.selectFrom('payments').select('payments.id').whereRef('payments.service_request_id', '=', 'r.id'))
        .as('payment_asked'),
    )
    .executeTakeFirst()
  return row === undefined || (regions !== null && !regions.includes(row.region_id)) ? undefined : row
}

/** What the code of a booking takes off, for the offerings that may replace it; null without one. */
export const discountHeldBy = async (db: Kysely<DB>, bookingId: number | null): Promise<Taken | null> =>
  bookingId === null ? null : heldDiscount(db, bookingId)

const offeringsOf = (db: Kysely<DB>, searchId: number) =>
  db
    .selectFrom('service_offerings as o')
    .innerJoin('locations as p', 'p.id', 'o.pickup_location_id')
    .innerJoin('locations as d', 'd.id', 'o.dropoff_location_id')
    .innerJoin('trips', 'trips.id', 'o.trip_id')
    .leftJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .where('o.service_availability_search_id', '=', searchId)
    .selectAll('o')
    .select(['p.name as pickup_name', 'p.longitude as pickup_longitude', 'p.latitude as pickup_latitude'])
    .select(['d.name as dropoff_name', 'd.longitude as dropoff_longitude', 'd.latitude as dropoff_latitude'])
    .select('vehicles.vehicle_number')
    .orderBy('o.id')
    .execute()

export type OfferingRow = Awaited<ReturnType<typeof offeringsOf>>[number]

const point = (longitude: number, latitude: number): [number, number] => [longitude, latitude]

const offeringRecord = (row: OfferingRow, held: Taken | null) => ({
  id: row.id,
  service_availability_search_id: row.service_availability_search_id,
  kind: row.kind,
  pickup: {
    name: row.pickup_name,
    point: point(row.pickup_longitude, row.pickup_latitude),
    location_id: row.pickup_location_id,
    lower_bound: row.pickup_lower_bound,
    upper_bound: row.pickup_upper_bound,
    walk_m: row.pickup_walk_m,
    walk_s: row.pickup_walk_s,
  },
  dropoff: {
    name: row.dropoff_name,
    point: point(row.dropoff_longitude, row.dropoff_latitude),
    location_id: row.dropoff_location_id,
    lower_bound: row.dropoff_lower_bound,
    upper_bound: row.dropoff_upper_bound,
    walk_m: row.dropoff_walk_m,
    walk_s: row.dropoff_walk_s,
  },
  payment_methods: row.payment_methods,
  expires_at: row.expires_at,
  meta: {
    scaled_price: row.scaled_price,
    total_price: row.total_price,
    vehicle_number: row.vehicle_number ?? '',
    direct_s: row.direct_s,
    ride_s: row.ride_s,
    reasons: row.reasons,
    reliability: {
      badge: reliabilityOf({ rides: row.like_rides, kept: row.like_kept }),
      rides: row.like_rides,
      kept: row.like_kept,
    },
    price_with_code: held === null ? null : discounted(row.total_price, held),
  },
})

/** A search with its offerings; undefined where there is none, or it lies outside of the regions. */
export const findSearch = async (db: Kysely<DB>, id: number, regions: readonly number[] | null) => {
  const row = await db
    .selectFrom('service_availability_searches as s')
    .leftJoin('zones', 'zones.id', 's.zone_id')
    .where('s.id', '=', id)
    .where(ofVisibleTraveler(regions, 's.traveler_id'))
    .selectAll('s')
    .select('zones.region_id')
    .executeTakeFirst()
  if (row === undefined || (regions !== null && row.region_id !== null && !regions.includes(row.region_id)))
    return undefined
  if (row.status !== 'offerings_available') return searchRecord(row, [], null)
  return searchRecord(row, await offeringsOf(db, id), await discountHeldBy(db, row.service_request_id))
}

export type SearchRow = Omit<
  Selectable<ServiceAvailabilitySearchesTable>,
  'anonymised_at' | 'booking_method' | 'created_by' | 'load_s' | 'override_reason' | 'own_times' | 'unload_s'
>

export const searchRecord = (row: SearchRow, offerings: readonly OfferingRow[], held: Taken | null) => ({
  id: row.id,
  traveler_id: row.traveler_id,
  service_request_id: row.service_request_id,
  open_return_id: row.open_return_id,
  zone_id: row.zone_id,
  status: row.status,
  message: row.message,
  mobility_support: row.mobility_support,
  aids: row.aids,
  passengers: row.passengers,
  origin: { name: row.origin_name, point: point(row.origin_longitude, row.origin_latitude) },
  destination: { name: row.destination_name, point: point(row.destination_longitude, row.destination_latitude) },
  traveling_at: row.traveling_at,
  departing: row.departing,
  service_offerings: offerings.map((offering) => offeringRecord(offering, held)),
  reasons: row.reasons,
  nearest_change: row.nearest_change,
  created_at: row.created_at,
})

export type SearchRecord = ReturnType<typeof searchRecord>
