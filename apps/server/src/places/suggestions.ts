import { SUGGESTED, type PlaceSuggestion } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** A place this near is the address. Metres */
const SAME_M = 60
const MOST = 50
const DAY_MS = 86_400_000

/**
 * Addresses of a region that many rides of the last days began or ended at, the most used first, without those that the
 * place book has. An address of few passengers is somebody's home and is left out.
 */
export const suggestPlaces = async (db: Kysely<DB>, region_id: number, now: Date) => {
  const since = new Date(now.getTime() - SUGGESTED.days * DAY_MS)
  const { rows } = await sql<{ address: string; lng: number; lat: number; rides: number; passengers: number }>`
    with ends as (
      select r.traveler_id, r.origin_name as name, r.origin_longitude as lng, r.origin_latitude as lat
      from service_requests r join zones z on z.id = r.zone_id
      where z.region_id = ${region_id} and r.status = 'completed' and r.pickup_lower_bound between ${since} and ${now}
      union all
      select r.traveler_id, r.destination_name, r.destination_longitude, r.destination_latitude
      from service_requests r join zones z on z.id = r.zone_id
      where z.region_id = ${region_id} and r.status = 'completed' and r.pickup_lower_bound between ${since} and ${now})
    select min(name) as address, avg(lng) as lng, avg(lat) as lat, count(*)::int as rides,
      count(distinct traveler_id)::int as passengers
    from ends group by lower(name)
    having count(*) >= ${SUGGESTED.rides} and count(distinct traveler_id) >= ${SUGGESTED.passengers}
    order by rides desc, address`.execute(db)
  const known = await db
    .selectFrom('places')
    .where('region_id', '=', region_id)
    .select(['longitude', 'latitude', 'name', 'address'])
    .execute()
  const names = new Set(known.flatMap(({ name, address }) => [name.toLowerCase(), address.toLowerCase()]))
  const isKnown = ({ address, lng, lat }: { address: string; lng: number; lat: number }): boolean =>
    names.has(address.toLowerCase()) ||
    known.some(({ longitude, latitude }) => flatDistance([longitude, latitude], [lng, lat]) < SAME_M)
  const fresh: typeof rows = []
  for (const row of rows) if (fresh.length < MOST && !isKnown(row)) fresh.push(row)
  const data = fresh.map(({ address, lng, lat, rides, passengers }): PlaceSuggestion => ({
    address,
    point: [lng, lat],
    rides,
    passengers,
  }))
  return { data, meta: { total: data.length, total_count: data.length } }
}
