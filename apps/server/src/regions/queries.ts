import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: number[] | null) =>
  db
    .selectFrom('regions')
    .selectAll()
    .select(sql<number>`(select count(*) from zones where zones.region_id = regions.id)`.as('zone_count'))
    .where(withinScope(scope, 'regions.id'))

const sortable = { ...byText('name', 'status'), ...byValue('created_at') }

export const listRegions = (db: Kysely<DB>, scope: number[] | null, query: z.output<typeof api.regions.list.query>) => {
  const { status, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['name']))
  if (status !== undefined) found = found.where(sql<boolean>`status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<boolean>`id = any(${id}::int[])`)
  return listed(found, query, sortable)
}

export const findRegion = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('id', '=', id).executeTakeFirst()

export const lockRegion = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('id', '=', id).forUpdate().executeTakeFirst()
