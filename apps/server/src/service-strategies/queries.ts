import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type api, StrategyConfiguration } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: number[] | null) =>
  db
    .selectFrom('service_strategies as s')
    .innerJoin('zones', 'zones.id', 's.zone_id')
    .selectAll('s')
    .where(withinScope(scope, 'zones.region_id'))

const sortable = { ...byText('s.name'), ...byValue('s.created_at') }

/** Figures that the zone did not change read as their defaults. */
const withDefaults = <T extends { configuration: Partial<StrategyConfiguration> }>(row: T) => ({
  ...row,
  configuration: StrategyConfiguration.parse(row.configuration),
})

export const listStrategies = async (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.serviceStrategies.list.query>,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['s.name']))
  if (zone !== undefined) found = found.where(sql<boolean>`s.zone_id = any(${zone}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`s.id = any(${id}::int[])`)
  const { data, meta } = await listed(found, query, sortable, sql.ref('s.id'))
  return { data: data.map(withDefaults), meta }
}

export const findStrategy = async (db: Kysely<DB>, scope: number[] | null, id: number) => {
  const row = await select(db, scope).where('s.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : withDefaults(row)
}

/** As stored: without defaults filled in. */
export const lockStrategy = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('s.id', '=', id).forUpdate('s').executeTakeFirst()

/** A zone has one default at most: make room for another one. */
export const clearDefault = async (tx: Transaction<DB>, zoneId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('service_strategies')
    .set({ default: false, updated_at: now })
    .where('zone_id', '=', zoneId)
    .where('default', '=', true)
    .execute()
}
