import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('sms_replies as m')
    .leftJoin('travelers as t', 't.id', 'm.traveler_id')
    .leftJoin('regions', 'regions.id', 'm.region_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.number as recipient', 'm.text', 'm.kind', 'm.traveler_id', 'm.region_id', 'm.received_at'])
    .select(['m.answer', 'm.answer_state', 'm.read_at', 'regions.name as region_name'])
    .select(sql<string | null>`t.first_name || ' ' || t.last_name`.as('traveler_name'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('user_name'))
    .where(withinScope(scope, 'm.region_id'))

export const findReply = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('m.id', '=', id).executeTakeFirst()

/** What the reader may not see, they may not find either. */
const searched = (hidden: Hidden): string[] => [
  ...(hidden.has('name') ? [] : ['t.first_name', 't.last_name']),
  ...(hidden.has('contact') ? [] : ['m.number']),
  ...(hidden.has('place') ? [] : ['m.text']),
]

const sortable = byValue('m.received_at')

export const listReplies = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.smsReplies.list.query>,
  hidden: Hidden,
) => {
  const { region, kind, state, date_range: range } = query.filter ?? {}
  let rows = select(db, scope).where(matches(query.search, searched(hidden)))
  if (region !== undefined) rows = rows.where('m.region_id', '=', anyOf(region))
  if (kind !== undefined) rows = rows.where('m.kind', '=', anyOf(kind))
  const [is, ...others] = state ?? []
  if (is !== undefined && others.length === 0)
    rows = rows.where('m.kind', '=', 'other').where('m.read_at', is === 'read' ? 'is not' : 'is', null)
  if (range !== undefined)
    rows = rows.where('m.received_at', '>=', new Date(range[0])).where('m.received_at', '<', new Date(range[1]))
  return listed(rows, query, sortable, sql.ref('m.id'))
}
