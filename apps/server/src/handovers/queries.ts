import { type Kysely, sql } from 'kysely'
import { briefSections } from '@ambit/contract'
import type { StoredBrief } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionsIn, type Scope, withinScope } from '../http/scope.ts'
import { collect, type Extent, marked } from './collect.ts'

const HOUR_MS = 3_600_000
/** What has changed is told since the last handover, where that was not longer ago than so. */
const LAST_MS = 24 * HOUR_MS
const ELSE_MS = 8 * HOUR_MS
const MOST = 100

const name = (table: 'g' | 't') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('handovers as h')
    .innerJoin('regions as r', 'r.id', 'h.region_id')
    .leftJoin('users as g', 'g.id', 'h.giver_id')
    .leftJoin('users as t', 't.id', 'h.taker_id')
    .where(withinScope(scope, 'h.region_id'))
    .select(['h.id', 'h.region_id', 'r.name as region_name', 'h.giver_id', 'h.taker_id', 'h.note'])
    .select(['h.offered_at', 'h.accepted_at', 'h.replaced_at', name('g').as('giver'), name('t').as('taker')])
    .select(
      sql<{ id: number; name: string }[]>`coalesce((select json_agg(json_build_object('id', z.id, 'name', z.name)
        order by z.name, z.id) from zones z where z.id = any(h.zone_ids)), '[]')`.as('zones'),
    )

/** The newest first. */
export const listHandovers = (db: Kysely<DB>, scope: Scope, regions: readonly number[] | undefined) => {
  let rows = select(db, scope)
  if (regions !== undefined) rows = rows.where('h.region_id', '=', sql<number>`any(${regions}::int[])`)
  return rows.orderBy('h.id', 'desc').limit(MOST).execute()
}

/** Throws 404 for one of another region. */
export const readHandover = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const found = await select(db, scope).where('h.id', '=', id).executeTakeFirst()
  if (found === undefined) throw notFound('There is no such handover')
  return found
}

/** The region's zones: these, or all. Throws 404 for a region that the caller does not see, 422 for a zone of another. */
export const extentOf = async (
  db: Kysely<DB>,
  scope: Scope,
  { region_id, zone_ids, now }: { region_id: number; zone_ids: readonly number[]; now: Date },
): Promise<Extent> => {
  if (!(await regionsIn(db, scope)).has(region_id)) throw notFound('There is no such region')
  const all = await db
    .selectFrom('zones')
    .where('region_id', '=', region_id)
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .execute()
  const known = new Set(all.map(({ id }) => id))
  if (zone_ids.some((id) => !known.has(id)))
    throw invalid([{ pointer: '/zone_ids', detail: 'There is no such zone in this region' }])
  const zones = zone_ids.length === 0 ? [...known] : [...new Set(zone_ids)]
  return { region_id, zones, now, since: await lastHandover(db, region_id, zones, now) }
}

const lastHandover = async (db: Kysely<DB>, regionId: number, zones: readonly number[], now: Date): Promise<Date> => {
  const last = await db
    .selectFrom('handovers')
    .where('region_id', '=', regionId)
    .where(sql<boolean>`zone_ids && ${zones}::int[]`)
    .where('accepted_at', '>', new Date(now.getTime() - LAST_MS))
    .select('accepted_at')
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.accepted_at ?? new Date(now.getTime() - ELSE_MS)
}

const none: StoredBrief = briefSections.map((section) => ({ section, total: 0, items: [] }))

/** What stands in it: as it was accepted, or replaced; and while it is offered what stands now, with what is new. */
export const contentOf = async (
  db: Kysely<DB>,
  id: number,
  now: Date,
): Promise<{ since: Date; content: StoredBrief }> => {
  const { region_id, zone_ids, since, content, accepted_at, replaced_at } = await db
    .selectFrom('handovers')
    .where('id', '=', id)
    .select(['region_id', 'zone_ids', 'since', 'content', 'accepted_at', 'replaced_at'])
    .executeTakeFirstOrThrow()
  if (accepted_at !== null || replaced_at !== null) return { since, content: content.length === 0 ? none : content }
  const current = await collect(db, { region_id, zones: zone_ids, since, now })
  return { since, content: marked(current, content) }
}
