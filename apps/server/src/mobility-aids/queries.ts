import type { api } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: Scope) =>
  db.selectFrom('mobility_aids').selectAll().where(withinScope(scope, 'region_id'))

export const listMobilityAids = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.mobilityAids.list.query>) => {
  const { region, id } = query.filter ?? {}
  let found = select(db, scope).where(matches(query.search, ['name']))
  if (region !== undefined) found = found.where(sql<boolean>`region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`id = any(${id}::int[])`)
  return listed(found, query, { ...byText('name'), ...byValue('created_at') })
}

export const findMobilityAid = (db: Kysely<DB>, id: number) => select(db, null).where('id', '=', id).executeTakeFirst()

export const lockMobilityAid = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('id', '=', id).forUpdate().executeTakeFirst()

/** Another of the region with that name, in any case. */
export const aidNamed = (db: Kysely<DB>, region: number, name: string, except: number | null) =>
  select(db, null)
    .where('region_id', '=', region)
    .where(sql<boolean>`lower(name) = lower(${name}) and id is distinct from ${except}::int`)
    .executeTakeFirst()

/** The first of its kind in the region, which stands for all who are not named. */
export const aidOfKind = (db: Kysely<DB>, region: number, kind: 'none' | 'wheelchair') =>
  select(db, null).where('region_id', '=', region).where('kind', '=', kind).orderBy('id').limit(1).executeTakeFirst()

export const countOfKind = async (db: Kysely<DB>, region: number, kind: 'none' | 'wheelchair'): Promise<number> =>
  (await select(db, null).where('region_id', '=', region).where('kind', '=', kind).execute()).length

/** How many passengers have it in their profile. */
export const holdersOf = async (db: Kysely<DB>, id: number): Promise<number> => {
  const { count } = await db
    .selectFrom('travelers')
    .where(sql<boolean>`${id}::int = any(mobility_aids)`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many recurring journeys, entries of the waiting list and open returns that are still ahead name it. */
export const awaitingOf = async (db: Kysely<DB>, id: number): Promise<number> => {
  const booked = JSON.stringify([{ id }])
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from booking_series b where b.ended_at is null and (
      jsonb_path_exists(b.needs, '$[*].aids[*] ? (@ == $id)', jsonb_build_object('id', ${id}::int))
      or exists (select from booking_series_occurrences o where o.booking_series_id = b.id
        and jsonb_path_exists(o.own, '$.needs.aids[*] ? (@ == $id)', jsonb_build_object('id', ${id}::int)))))
    + (select count(*) from waitlist_entries e
        join service_availability_searches s on s.id = e.service_availability_search_id
        where e.state = 'waiting' and s.aids @> ${booked}::jsonb)
    + (select count(*) from open_returns o where o.state = 'waiting' and o.aids @> ${booked}::jsonb) as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The kinds in the order of the ids, which may be there more than once, without those that there are no more. */
export const knownAids = async (db: Kysely<DB>, scope: Scope, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const known = await select(db, scope)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return ids.flatMap((id) => known.find((aid) => aid.id === id) ?? [])
}

/** The same; 422 at the field for one that is not within the regions, and for those of two regions. */
export const requireAids = async (db: Kysely<DB>, scope: Scope, ids: readonly number[], pointer: string) => {
  const aids = await knownAids(db, scope, ids)
  if (aids.length < ids.length) throw invalid([{ pointer, detail: 'There is no such mobility aid' }])
  if (new Set(aids.map(({ region_id }) => region_id)).size > 1)
    throw invalid([{ pointer, detail: 'Please choose the mobility aids of one region' }])
  return aids
}

export type KnownAid = Awaited<ReturnType<typeof knownAids>>[number]
