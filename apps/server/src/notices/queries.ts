import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Notice, NoticeState } from '@ambit/contract'
import { anyOf, byValue, listed, matchesText } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const stateAt = (now: Date): RawBuilder<NoticeState> => sql<NoticeState>`case
  when n.ended_at is not null then 'withdrawn' when n.valid_until <= ${now} then 'over'
  when n.valid_from > ${now} then 'planned' else 'shown' end`

const zones = sql<
  Notice['zones']
>`coalesce((select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.name)
  from notice_zones o join zones z on z.id = o.zone_id where o.notice_id = n.id), '[]')`

/** One that waited goes on to another ride where the first one has ended. */
const people = sql<number>`(select count(distinct m.traveler_id)::int from messages m
  where m.event = 'service_notice' and m.once = n.id::text)`

const select = (db: Kysely<DB>, scope: Scope, now: Date) =>
  db
    .selectFrom('notices as n')
    .innerJoin('regions', 'regions.id', 'n.region_id')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('users as e', 'e.id', 'n.ended_by')
    .where(withinScope(scope, 'n.region_id'))
    .select(['n.id', 'n.region_id', 'n.texts', 'n.valid_from', 'n.valid_until', 'n.delivery', 'n.created_at'])
    .select(['n.ended_at', 'regions.name as region_name', 'regions.time_zone'])
    .select([zones.as('zones'), people.as('people'), stateAt(now).as('state')])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('author_name'))
    .select(sql<string | null>`e.first_name || ' ' || e.last_name`.as('ended_by_name'))

export const findNotice = (db: Kysely<DB>, scope: Scope, { id, now }: { id: number; now: Date }) =>
  select(db, scope, now).where('n.id', '=', id).executeTakeFirst()

const sortable = byValue('n.created_at', 'n.valid_from', 'n.valid_until')

export const listNotices = (
  db: Kysely<DB>,
  scope: Scope,
  { query, now }: { query: z.output<typeof api.notices.list.query>; now: Date },
) => {
  const { region, state } = query.filter ?? {}
  const said = sql`lower(concat_ws(' ', n.texts::text, regions.name, u.first_name, u.last_name))`
  let rows = select(db, scope, now).where(matchesText(query.search, said))
  if (region !== undefined) rows = rows.where('n.region_id', '=', anyOf(region))
  if (state !== undefined) rows = rows.where(stateAt(now), '=', anyOf(state))
  return listed(rows, query, sortable, sql.ref('n.id'))
}

/** What is shown now in the zones that the app may book, those that begin last first. */
export const noticesOfApp = async (db: Kysely<DB>, app: number, now: Date) => {
  const rows = await db
    .selectFrom('notices as n')
    .innerJoin('regions', 'regions.id', 'n.region_id')
    .innerJoin('notice_zones as o', 'o.notice_id', 'n.id')
    .innerJoin('zones as z', 'z.id', 'o.zone_id')
    .where('n.ended_at', 'is', null)
    .where('n.valid_from', '<=', now)
    .where('n.valid_until', '>', now)
    .where('z.status', '=', 'active')
    .where(sql<boolean>`${app} = any(z.allowed_apps)`)
    .groupBy(['n.id', 'regions.time_zone'])
    .select(['n.id', 'n.texts', 'n.valid_until', 'regions.time_zone'])
    .select(sql<string[]>`array_agg(z.name order by z.name)`.as('zones'))
    .orderBy('n.valid_from', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows
}
