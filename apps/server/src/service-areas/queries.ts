import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: number[] | null) =>
  db
    .selectFrom('service_areas as a')
    .innerJoin('zones', 'zones.id', 'a.zone_id')
    .select([
      'a.id',
      'a.zone_id',
      'a.name',
      'a.coordinates',
      sql<{ connected_location_ids: number[] } | null>`case when a.connected_location_ids is null then null
        else jsonb_build_object('connected_location_ids', to_jsonb(a.connected_location_ids)) end`.as('travel_rule'),
      'a.created_at',
      'a.updated_at',
      'a.version',
    ])
    .where(withinScope(scope, 'zones.region_id'))

const sortable = { ...byText('a.name'), ...byValue('a.created_at') }

export const listServiceAreas = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.serviceAreas.list.query>,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['a.name']))
  if (zone !== undefined) found = found.where(sql<boolean>`a.zone_id = any(${zone}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`a.id = any(${id}::int[])`)
  return listed(found, query, sortable, sql.ref('a.id'))
}

export const findServiceArea = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('a.id', '=', id).executeTakeFirst()

export const lockServiceArea = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

/** Every area of the zone, as drawn first to last. */
export const areasOfZone = (db: Kysely<DB>, zoneId: number) =>
  select(db, null).where('a.zone_id', '=', zoneId).orderBy('a.id').execute()

/** Removes deleted areas from the travel rules that name them. */
export const forgetAreas = async (db: Kysely<DB>, zoneId: number, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update service_areas set updated_at = ${now}, connected_location_ids =
      array(select id from unnest(connected_location_ids) with ordinality as named (id, place)
        where not id = any(${ids}::int[]) order by place)
    where zone_id = ${zoneId} and connected_location_ids && ${ids}::int[]`.execute(db)
}

/** Those of the ids that are no service area of the zone. */
export const areasNotIn = async (db: Kysely<DB>, zoneId: number, ids: readonly number[]): Promise<number[]> => {
  const rows = await db.selectFrom('service_areas').select('id').where('zone_id', '=', zoneId).execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
