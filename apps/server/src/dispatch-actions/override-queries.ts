import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { byValue, listed } from '../database/lists.ts'
import { withinScope } from '../http/scope.ts'
import type { Scope } from '../http/scope.ts'

const name = (table: 'b' | 'p') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('overrides as o')
    .innerJoin('zones as z', 'z.id', 'o.zone_id')
    .leftJoin('users as b', 'b.id', 'o.asked_by')
    .leftJoin('users as p', 'p.id', 'o.approved_by')
    .where(withinScope(scope, 'z.region_id'))
    .select(['o.id', 'o.state', 'o.kind', 'o.zone_id', 'z.name as zone_name', 'z.region_id', 'z.time_zone'])
    .select(['o.violations', 'o.minutes', 'o.reason', 'o.told', 'o.asked_at', 'o.approved_at', 'o.until'])
    .select(['o.dispatch_action_id', name('b').as('asked_by'), name('p').as('approved_by')])

type Which = { id: number } | { action: number }

export const findOverride = (db: Kysely<DB>, which: Which, scope: Scope = null) =>
  select(db, scope)
    .where('id' in which ? 'o.id' : 'o.dispatch_action_id', '=', 'id' in which ? which.id : which.action)
    .executeTakeFirst()

const sortable = byValue('o.id', 'o.asked_at', 'o.minutes')

export const listOverrides = async (db: Kysely<DB>, query: z.output<typeof api.overrides.list.query>, scope: Scope) => {
  const { region, zone, user, state, date_range } = query.filter ?? {}
  let found = select(db, scope)
  if (region !== undefined) found = found.where('z.region_id', '=', sql<number>`any(${region}::int[])`)
  if (zone !== undefined) found = found.where('o.zone_id', '=', sql<number>`any(${zone}::int[])`)
  if (user !== undefined)
    found = found.where(sql<boolean>`(o.asked_by = any(${user}::int[]) or o.approved_by = any(${user}::int[]))`)
  if (state !== undefined) found = found.where(sql<boolean>`o.state = any(${state}::text[])`)
  if (date_range !== undefined)
    found = found.where('o.asked_at', '>=', new Date(date_range[0])).where('o.asked_at', '<', new Date(date_range[1]))
  if (query.search !== '') found = found.where('o.reason', 'ilike', `%${query.search}%`)
  const { data, meta } = await listed(found, { ...query, sort: query.sort ?? '-id' }, sortable, sql.ref('o.id'))
  return { data, meta: { ...meta, per_100_bookings: await rate(db, query, scope) } }
}

/** How many were carried out for each hundred bookings of the same days and places. */
const rate = async (
  db: Kysely<DB>,
  { filter }: z.output<typeof api.overrides.list.query>,
  scope: Scope,
): Promise<number | null> => {
  const { region, zone, date_range } = filter ?? {}
  const [from, until] = date_range === undefined ? [null, null] : [new Date(date_range[0]), new Date(date_range[1])]
  const { rows } = await sql<{ overrides: number; bookings: number }>`
    with places as (select id from zones where ${withinScope(scope, 'region_id')}
      and (${region ?? null}::int[] is null or region_id = any(${region ?? null}::int[]))
      and (${zone ?? null}::int[] is null or id = any(${zone ?? null}::int[])))
    select (select count(*)::int from overrides where state = 'carried_out' and zone_id in (select id from places)
        and (${from}::timestamptz is null or asked_at >= ${from}) and (${until}::timestamptz is null or asked_at < ${until})) as overrides,
      (select count(*)::int from service_requests where zone_id in (select id from places)
        and (${from}::timestamptz is null or promised_pickup_lower_bound >= ${from})
        and (${until}::timestamptz is null or promised_pickup_lower_bound < ${until})) as bookings`.execute(db)
  const [counts] = rows
  return counts === undefined || counts.bookings === 0
    ? null
    : Math.round((counts.overrides / counts.bookings) * 10_000) / 100
}
