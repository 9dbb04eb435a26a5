import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { openRequestStatuses, openTripStates } from '@ambit/domain'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: number[] | null) =>
  db
    .selectFrom('zone_stops as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .innerJoin('zones', 'zones.id', 's.zone_id')
    .select([
      's.id',
      's.zone_id',
      's.location_id',
      'l.name',
      'l.street_address',
      's.note',
      sql<[number, number]>`jsonb_build_array(l.longitude, l.latitude)`.as('point'),
      's.staging',
      's.not_accessible',
      's.medically_exempt',
      's.hub_stop',
      's.break',
      's.passenger',
      sql<'staging' | 'default'>`case when s.staging then 'staging' else 'default' end`.as('stop_type'),
      's.created_at',
      's.updated_at',
      's.version',
    ])
    .where(withinScope(scope, 'zones.region_id'))

const sortable = { ...byText('l.name'), ...byValue('s.created_at') }

export const listZoneStops = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.zoneStops.list.query>,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['l.name', 'l.street_address']))
  if (zone !== undefined) found = found.where(sql<boolean>`s.zone_id = any(${zone}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`s.id = any(${id}::int[])`)
  return listed(found, query, sortable, sql.ref('s.id'))
}

export const findZoneStop = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('s.id', '=', id).executeTakeFirst()

export const lockZoneStop = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('s.id', '=', id).forUpdate('s').executeTakeFirst()

/** Every stop of the zone, the oldest first. */
export const stopsOfZone = (db: Kysely<DB>, zoneId: number) =>
  select(db, null).where('s.zone_id', '=', zoneId).orderBy('s.id').execute()

/** By location: the open bookings that begin or end there, and whether a vehicle still has to stop there. */
export const usesOfLocations = async (
  db: Kysely<DB>,
  zoneId: number,
  locationIds: readonly number[],
): Promise<Map<number, { bookings: number[]; trips: number[] }>> => {
  if (locationIds.length === 0) return new Map()
  const { rows } = await sql<{ location_id: number; booking_id: number | null; trip_id: number | null }>`
    select location_id, booking_id, null::int as trip_id from (
      select pickup_location_id as location_id, id as booking_id from service_requests
        where zone_id = ${zoneId} and status = any(${openRequestStatuses}::text[])
      union
      select dropoff_location_id, id from service_requests
        where zone_id = ${zoneId} and status = any(${openRequestStatuses}::text[])
    ) as bookings where location_id = any(${locationIds}::int[])
    union all
    select distinct s.location_id, null::int, s.trip_id from trip_stops s join trips t on t.id = s.trip_id
      where t.zone_id = ${zoneId} and t.current_state = any(${openTripStates}::text[]) and s.departed_at is null
        and s.location_id = any(${locationIds}::int[])
    order by booking_id, trip_id`.execute(db)
  const uses = new Map<number, { bookings: number[]; trips: number[] }>()
  for (const { location_id, booking_id, trip_id } of rows) {
    const use = uses.get(location_id) ?? { bookings: [], trips: [] }
    uses.set(location_id, use)
    if (booking_id !== null) use.bookings.push(booking_id)
    if (trip_id !== null) use.trips.push(trip_id)
  }
  return uses
}
