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
export const withDefaults = <T extends { configuration: Partial<StrategyConfiguration> }>(row: T) => ({
  ...row,
  configuration: StrategyConfiguration.parse(row.configuration),
})

export const listStrategies = async (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.serviceStrategies.list.query>,
) => {
  const { data, meta } = await storedStrategies(db, scope, query)
  return { data: data.map(withDefaults), meta }
}

/** Name and colour alone, for the planner of schedules. */
export const listPlanStrategies = async (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.planStrategies.list.query>,
): Promise<z.output<typeof api.planStrategies.list.answer>> => {
  const { data, meta } = await storedStrategies(db, scope, query)
  return {
    data: data.map(({ id, zone_id, name, color }) => ({
      id,
      zone_id,
      name,
      metadata: { color },
      valueList: { label: name },
    })),
    meta,
  }
}

const storedStrategies = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.serviceStrategies.list.query>,
) => {
  const { zone, region, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['s.name']))
  if (zone !== undefined) found = found.where(sql<boolean>`s.zone_id = any(${zone}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`s.id = any(${id}::int[])`)
  return listed(found, query, sortable, sql.ref('s.id'))
}

export const findStrategy = async (db: Kysely<DB>, scope: number[] | null, id: number) => {
  const row = await select(db, scope).where('s.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : withDefaults(row)
}

/** As stored: without defaults filled in. */
export const lockStrategy = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db, scope).where('s.id', '=', id).forUpdate('s').executeTakeFirst()

/** Clears the zone's default, so that another strategy can become it. */
export const clearDefault = async (tx: Transaction<DB>, zoneId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('service_strategies')
    .set({ default: false, updated_at: now })
    .where('zone_id', '=', zoneId)
    .where('default', '=', true)
    .execute()
}

/** Every strategy of the zone as stored: without defaults filled in. */
export const strategiesOfZone = (db: Kysely<DB>, zoneId: number) =>
  select(db, null).where('s.zone_id', '=', zoneId).orderBy('s.id').execute()

/**
 * By strategy: the schedules that have not ended. Those without a route, or on a route without a strategy,
 * count for the default strategy.
 */
export const scheduleCounts = async (db: Kysely<DB>, zoneId: number, now: Date): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; count: number }>`
    select s.id, count(*) as count from service_plans p
    left join service_routes r on r.id = p.service_route_id
    join service_strategies s on s.zone_id = p.zone_id
      and case when r.service_strategy_id is null then s."default" else s.id = r.service_strategy_id end
    where p.zone_id = ${zoneId} and p.end_time > ${now} group by s.id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
