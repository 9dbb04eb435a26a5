import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const traveler = sql<string>`p.first_name || ' ' || p.last_name`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('lost_items as l')
    .innerJoin('service_requests as r', 'r.id', 'l.service_request_id')
    .innerJoin('travelers as p', 'p.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .leftJoin('trips as t', 't.id', 'r.trip_id')
    .leftJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .leftJoin('drivers as d', 'd.id', 't.driver_id')
    .where(withinScope(scope, 'zones.region_id'))
    .select(['l.id', 'l.service_request_id', 'r.traveler_id', 'l.what', 'l.left_where', 'l.reach', 'l.state', 'l.note'])
    .select(['r.boarded_at', 'zones.name as zone_name', 'zones.region_id', 'zones.time_zone'])
    .select(['t.id as trip_id', 't.name as trip_name', 'v.id as vehicle_id', 'v.vehicle_number'])
    .select([traveler.as('traveler_name'), sql<string | null>`d.first_name || ' ' || d.last_name`.as('driver_name')])
    .select(['l.created_at', 'l.updated_at', 'l.version'])

export const listLostItems = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.lostItems.list.query>,
  hidden: Hidden,
) => {
  const { state, region } = query.filter ?? {}
  let found = select(db, scope).where(
    matches(query.search, [
      'l.what',
      'l.left_where',
      'v.vehicle_number',
      ...(hidden.has('name') ? [] : ['p.first_name', 'p.last_name']),
    ]),
  )
  if (state !== undefined) found = found.where('l.state', '=', anyOf(state))
  if (region !== undefined) found = found.where('zones.region_id', '=', anyOf(region))
  const sortable = {
    ...byValue('l.id', 'l.created_at', 'r.boarded_at', 'l.state'),
    ...byText('v.vehicle_number'),
    traveler_name: sql`lower(${traveler})`,
  }
  return listed(found, { ...query, sort: query.sort ?? '-created_at' }, sortable, sql.ref('l.id'))
}

export const findLostItem = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('l.id', '=', id).executeTakeFirst()

export const lockLostItem = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('l.id', '=', id).forUpdate('l').executeTakeFirst()
