import type { Kysely, Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Candidate } from '../dispatch/candidates.ts'
import type { Offer } from '../dispatch/choose-offers.ts'
import type { Journey } from '../dispatch/find-ways.ts'
import { toDate } from '../dispatch/plan.ts'
import type { Asker, SearchQuestion } from './create.ts'

type Reader = Kysely<DB> | Transaction<DB>

/** How long an offering is held (decisions: Passengers, booking, prices). */
export const HOLD_MINUTES = 5

export const findTraveler = (db: Reader, id: number) =>
  db.selectFrom('travelers').select(['id', 'status', 'handicapped', 'medically_exempt']).where('id', '=', id).executeTakeFirst()

type Answered = {
  input: SearchQuestion
  journey: Journey
  asker: Asker
  offers: readonly Offer[]
  reasons: readonly Reason[]
  nearest_change: Reason | null
  zone_id: number | null
}

export const storeSearch = (deps: Deps, answered: Answered): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const { input, journey, offers, reasons, nearest_change } = answered
    const now = deps.clock.now()
    const { id } = await tx
      .insertInto('service_availability_searches')
      .values({
        traveler_id: input.traveler_id,
        zone_id: answered.zone_id,
        status: offers.length > 0 ? 'offerings_available' : 'no_offerings',
        message: offers.length > 0 ? null : messageOf(reasons, nearest_change),
        passengers: JSON.stringify(input.passengers),
        mobility_support: input.mobility_support,
        origin_name: input.origin.name,
        origin_longitude: input.origin.point[0],
        origin_latitude: input.origin.point[1],
        destination_name: input.destination.name,
        destination_longitude: input.destination.point[0],
        destination_latitude: input.destination.point[1],
        traveling_at: toDate(journey.time),
        departing: journey.departing,
        reasons: JSON.stringify(reasons),
        nearest_change: nearest_change === null ? null : JSON.stringify(nearest_change),
        created_by: answered.asker.user_id,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (offers.length > 0) await storeOffers(tx, id, offers, new Date(now.getTime() + HOLD_MINUTES * 60_000))
    return id
  })

const messageOf = (reasons: readonly Reason[], change: Reason | null): string =>
  [...reasons.slice(0, 3), ...(change === null ? [] : [change])].map((reason) => `${reason.text}.`).join(' ')

const storeOffers = async (tx: Transaction<DB>, searchId: number, offers: readonly Offer[], expires: Date): Promise<void> => {
  const doors = new Map<string, number>()
  const locationOf = async (candidate: Candidate): Promise<number> => {
    if (candidate.location_id !== null) return candidate.location_id
    const key = candidate.point.join(',')
    const id = doors.get(key) ?? (await doorLocation(tx, candidate))
    doors.set(key, id)
    return id
  }
  const rows = []
  for (const offer of offers)
    rows.push({
      service_availability_search_id: searchId,
      kind: offer.kind,
      zone_id: offer.plan.settings.zone_id,
      trip_id: offer.trip.id,
      pickup_location_id: await locationOf(offer.pickup),
      pickup_lower_bound: toDate(offer.pickup_window.lower),
      pickup_upper_bound: toDate(offer.pickup_window.upper),
      pickup_walk_m: offer.pickup.walk_m,
      pickup_walk_s: offer.pickup.walk_s,
      dropoff_location_id: await locationOf(offer.dropoff),
      dropoff_lower_bound: toDate(offer.dropoff_window.lower),
      dropoff_upper_bound: toDate(offer.dropoff_window.upper),
      dropoff_walk_m: offer.dropoff.walk_m,
      dropoff_walk_s: offer.dropoff.walk_s,
      max_ride_s: offer.max_ride_s,
      direct_s: offer.direct_s,
      ride_s: offer.delivery_at - offer.pickup_at - offer.request.pickup.service,
      scaled_price: offer.price,
      total_price: offer.price,
      payment_methods: offer.plan.settings.payment_methods,
      reasons: JSON.stringify(offer.reasons),
      expires_at: expires,
    })
  await tx.insertInto('service_offerings').values(rows).execute()
}

/** A door that was used before is the same location again. */
const doorLocation = async (tx: Transaction<DB>, door: Candidate): Promise<number> => {
  const [longitude, latitude] = door.point
  const known = await tx
    .selectFrom('locations')
    .select('id')
    .where('longitude', '=', longitude)
    .where('latitude', '=', latitude)
    .where('name', '=', door.name)
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const made = await tx
    .insertInto('locations')
    .values({ name: door.name, street_address: door.name, longitude, latitude })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const offeringsOf = (db: Reader, searchId: number) =>
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

type OfferingRow = Awaited<ReturnType<typeof offeringsOf>>[number]

const point = (longitude: number, latitude: number): [number, number] => [longitude, latitude]

const offeringRecord = (row: OfferingRow) => ({
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
  },
})

/** A search with its offerings; undefined where there is none, or it lies outside of the regions. */
export const findSearch = async (db: Reader, id: number, regions: readonly number[] | null) => {
  const row = await db
    .selectFrom('service_availability_searches as s')
    .leftJoin('zones', 'zones.id', 's.zone_id')
    .where('s.id', '=', id)
    .selectAll('s')
    .select('zones.region_id')
    .executeTakeFirst()
  if (row === undefined || (regions !== null && row.region_id !== null && !regions.includes(row.region_id))) return undefined
  const offerings = row.status === 'offerings_available' ? await offeringsOf(db, id) : []
  return {
    id: row.id,
    traveler_id: row.traveler_id,
    zone_id: row.zone_id,
    status: row.status,
    message: row.message,
    mobility_support: row.mobility_support,
    passengers: row.passengers,
    origin: { name: row.origin_name, point: point(row.origin_longitude, row.origin_latitude) },
    destination: { name: row.destination_name, point: point(row.destination_longitude, row.destination_latitude) },
    traveling_at: row.traveling_at,
    departing: row.departing,
    service_offerings: offerings.map(offeringRecord),
    reasons: row.reasons,
    nearest_change: row.nearest_change,
    created_at: row.created_at,
  }
}

export type SearchRecord = NonNullable<Awaited<ReturnType<typeof findSearch>>>
