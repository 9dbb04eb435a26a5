import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
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
