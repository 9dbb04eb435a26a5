import { type RawBuilder, sql } from 'kysely'
import { api, type PermissionKey } from '@ambit/contract'
import { listed } from '../database/lists.ts'
import { isSuperadmin } from '../access/superadmins.ts'
import { keysOf } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { regionScope, userIdOf, withinScope } from '../http/scope.ts'

/** More than that nobody reads. */
const MOST_UNUSUAL = 100
const READ_PASSENGERS: PermissionKey = 'TravellerManagement:traveller:canRead'

export const routes: Module = (bind, deps) => {
  const { db } = deps

  /** Superadmins alone read their own looking. */
  const isOthers = async (actor: Actor): Promise<RawBuilder<boolean>> => {
    const id = userIdOf(actor)
    if (id !== null && (await isSuperadmin(db, id))) return sql`true`
    return sql`not (e.actor_kind = 'user' and e.actor_id is not distinct from ${id}::int)`
  }

  bind(api.accessEvents.list, async ({ query, actor }) => {
    await deps.looks.write()
    const { traveler, actor: who, call, date_range } = query.filter ?? {}
    const names = (await keysOf(deps, actor))(READ_PASSENGERS)
    let found = db
      .selectFrom('access_events as e')
      .leftJoin('travelers as t', 't.id', 'e.traveler_id')
      .select([
        ...(['e.id', 'e.at', 'e.last_at', 'e.looks', 'e.actor_kind', 'e.actor_id', 'e.actor_name'] as const),
        ...(['e.traveler_id', 'e.passengers', 'e.calls', 'e.filter', 'e.region_id'] as const),
        ...(['e.reason', 'e.via', 'e.address'] as const),
        sql<string | null>`case when ${names} then t.first_name || ' ' || t.last_name end`.as('traveler_name'),
      ])
      .where(withinScope(regionScope(actor), 'e.region_id'))
    found = found.where(await isOthers(actor))
    if (traveler !== undefined) found = found.where('e.traveler_id', '=', sql<number>`any(${traveler}::int[])`)
    if (who !== undefined) found = found.where('e.actor_id', '=', sql<number>`any(${who}::int[])`)
    if (call !== undefined) found = found.where(sql<boolean>`e.calls && ${call}::text[]`)
    if (date_range !== undefined)
      found = found.where(sql<boolean>`e.at >= ${date_range[0]}::timestamptz and e.at < ${date_range[1]}::timestamptz`)
    if (query.search !== '') found = found.where('e.actor_name', 'ilike', `%${query.search}%`)
    return listed(found, query, {}, sql.ref('e.id'))
  })

  bind(api.accessEvents.unusual, async ({ actor }) => ({
    data: await db
      .selectFrom('unusual_looks as e')
      .innerJoin('regions as r', 'r.id', 'e.region_id')
      .select(['e.at', 'e.actor_kind', 'e.actor_id', 'e.actor_name', 'e.region_id', 'r.name as region_name', 'e.looks'])
      .select(sql<string>`to_char(e.day, 'YYYY-MM-DD')`.as('day'))
      .where(withinScope(regionScope(actor), 'e.region_id'))
      .where(await isOthers(actor))
      .orderBy('e.at', 'desc')
      .limit(MOST_UNUSUAL)
      .execute(),
  }))
}
