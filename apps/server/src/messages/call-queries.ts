import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('call_tasks as c')
    .innerJoin('messages as m', 'm.id', 'c.message_id')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.state', 'c.due_at', 'c.attempts', 'c.user_id', 'c.state_at', 'c.created_at'])
    .select(['m.event', 'm.service_request_id', 'm.traveler_id', 'm.language', 'm.text', 'm.region_id'])
    .select(['m.recipient as phone_number', 'm.sense_until as until', 'regions.name as region_name'])
    .select('regions.time_zone')
    .select(sql<string>`t.first_name || ' ' || t.last_name`.as('traveler_name'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('user_name'))
    .where(withinScope(scope, 'm.region_id'))

export const findCallTask = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('c.id', '=', id).executeTakeFirst()

/** What the reader may not see, they may not find either. */
const searched = (hidden: Hidden): string[] => [
  ...(hidden.has('name') ? [] : ['t.first_name', 't.last_name']),
  ...(hidden.has('contact') ? [] : ['m.recipient']),
  'regions.name',
]

/** The first to lose its sense first. */
const MOST_URGENT = 'until'

export const listCallTasks = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.callTasks.list.query>,
  hidden: Hidden,
) => {
  const { region, state } = query.filter ?? {}
  let rows = select(db, scope).where(matches(query.search, searched(hidden)))
  if (region !== undefined) rows = rows.where('m.region_id', '=', anyOf(region))
  if (state !== undefined) rows = rows.where('c.state', '=', anyOf(state))
  const sort = query.sort ?? MOST_URGENT
  return listed(rows, { ...query, sort }, { until: { neverNull: sql.ref('m.sense_until') } }, sql.ref('c.id'))
}
