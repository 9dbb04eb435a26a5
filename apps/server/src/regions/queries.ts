import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

/** Schedules of the region's zones that have not ended. */
const lastingPlans = (now: Date) => sql`from service_plans p join zones z on z.id = p.zone_id
  where z.region_id = regions.id and p.end_time > ${now}`

const select = (db: Kysely<DB>, scope: number[] | null, now: Date) =>
  db
    .selectFrom('regions')
    .selectAll()
    .select([
      zoneCount.as('zone_count'),
      sql<number>`(select count(*) ${lastingPlans(now)})`.as('service_plan_count'),
      sql<number>`(select count(distinct p.vehicle_id) ${lastingPlans(now)})`.as('vehicle_count'),
    ])
    .where(withinScope(scope, 'regions.id'))

const zoneCount = sql<number>`(select count(*) from zones where zones.region_id = regions.id)`
const sortable = { ...byText('name', 'status', 'time_zone'), ...byValue('created_at'), zone_count: zoneCount }

export const listRegions = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.regions.list.query>,
  now: Date,
) => {
  const { status, id } = query.filter ?? {}
  let found = select(db, scope, now).where(matches(query.search, ['name']))
  if (status !== undefined) found = found.where(sql<boolean>`status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<boolean>`id = any(${id}::int[])`)
  return listed(found, query, sortable)
}

export const findRegion = (db: Kysely<DB>, scope: number[] | null, id: number, now: Date) =>
  select(db, scope, now).where('id', '=', id).executeTakeFirst()

export const lockRegion = (db: Kysely<DB>, scope: number[] | null, id: number, now: Date) =>
  select(db, scope, now).where('id', '=', id).forUpdate().executeTakeFirst()
