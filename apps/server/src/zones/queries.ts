import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Point } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

/** The outer rings of the zone's service areas, as lists of points. */
const boundaries = sql<Point[][]>`(
  select coalesce(jsonb_agg((
    select jsonb_agg(jsonb_build_object('lat', corner -> 1, 'lng', corner -> 0) order by place)
    from jsonb_array_elements(a.coordinates -> 0) with ordinality as corners (corner, place)
  ) order by a.id), '[]')
  from service_areas a where a.zone_id = zones.id)`

const regionName = sql<string>`(select name from regions where regions.id = zones.region_id)`
const stopCount = sql<number>`(select count(*) from zone_stops where zone_stops.zone_id = zones.id)`

const select = (db: Kysely<DB>, scope: number[] | null) =>
  db
    .selectFrom('zones')
    .select([
      'zones.id',
      'zones.name',
      'zones.abbreviation',
      'zones.region_id',
      regionName.as('region_name'),
      'zones.time_zone',
      'zones.default_price',
      sql<Point | null>`case when longitude is null then null
        else jsonb_build_object('lat', latitude, 'lng', longitude) end`.as('point'),
      'zones.payment_methods',
      'zones.allowed_apps',
      'zones.late_cancel_minutes',
      'zones.waitlist',
      'zones.waitlist_max',
      'zones.waitlist_give_up_minutes',
      'zones.open_return_minutes',
      'zones.series_days_ahead',
      'zones.series_flex_minutes',
      'zones.boarding_code',
      'zones.show_driver_name',
      'zones.status',
      boundaries.as('boundaries'),
      'zones.id as zoneId',
      stopCount.as('stop_count'),
      'zones.created_at',
      'zones.updated_at',
      'zones.version',
    ])
    .where(withinScope(scope, 'zones.region_id'))

const sortable = {
  ...byText('name', 'abbreviation', 'time_zone', 'status'),
  ...byValue('default_price', 'created_at'),
  region_name: sql`lower(${regionName})`,
  stop_count: stopCount,
}

export const listZones = (db: Kysely<DB>, scope: number[] | null, query: z.output<typeof api.zones.list.query>) => {
  const { region, status, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['zones.name', 'zones.abbreviation']))
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (status !== undefined) found = found.where(sql<boolean>`zones.status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<boolean>`zones.id = any(${id}::int[])`)
  return listed(found, query, sortable)
}

export const findZone = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('zones.id', '=', id).executeTakeFirst()

export const lockZone = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('zones.id', '=', id).forUpdate().executeTakeFirst()

/** Records that depend on a zone and prevent its removal. */
export const zoneUses = (db: Kysely<DB>, id: number) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from service_plans where zone_id = ${id})`.as('plans'),
      sql<number>`(select count(*) from service_requests where zone_id = ${id})`.as('bookings'),
      sql<number>`(select count(*) from booking_series where zone_id = ${id} and ended_at is null)`.as('series'),
      sql<number>`(select count(*) from waitlist_entries where zone_id = ${id} and state = 'waiting')`.as('entries'),
    ])
    .executeTakeFirstOrThrow()
