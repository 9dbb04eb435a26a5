import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const sortable = byValue('m.created_at', 'm.state_at')

/** What the reader may not see, they may not find either. */
const searched = (hidden: Hidden): string[] => [
  ...(hidden.has('name') ? [] : ['t.first_name', 't.last_name']),
  ...(hidden.has('contact') ? [] : ['m.recipient']),
  ...(hidden.has('place') ? [] : ['m.text']),
  'm.subject',
]

/** A number is the booking's, or a part of a telephone number: texts are full of figures. */
const found = (search: string, hidden: Hidden) => {
  if (!/^\d{1,9}$/.test(search)) return matches(search, searched(hidden))
  const booking = sql<boolean>`m.service_request_id = ${Number(search)}`
  return hidden.has('contact') ? booking : sql<boolean>`(${booking} or ${matches(search, ['m.recipient'])})`
}

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .select(['m.id', 'm.event', 'm.service_request_id', 'm.traveler_id', 'm.region_id', 'regions.name as region_name'])
    .select('regions.time_zone')
    .select(sql<boolean>`m.helper_id is not null`.as('to_helper'))
    .select(sql<boolean>`m.user_id is not null`.as('to_representative'))
    .select(sql<string>`t.first_name || ' ' || t.last_name`.as('traveler_name'))
    .select(['m.channel', 'm.language', 'm.recipient', 'm.state', 'm.state_at', 'm.reason', 'm.attempts'])
    .select(['m.subject', 'm.text', 'm.text_of', 'm.template_error', 'm.created_at', 'm.due_at'])
    .where(withinScope(scope, 'm.region_id'))

export const findMessage = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('m.id', '=', id).executeTakeFirst()

export const listMessages = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.messages.list.query>,
  hidden: Hidden,
) => {
  const { region, event, channel, state, service_request, traveler, date_range: range } = query.filter ?? {}
  let rows = select(db, scope).where(found(query.search, hidden))
  if (region !== undefined) rows = rows.where('m.region_id', '=', anyOf(region))
  if (event !== undefined) rows = rows.where('m.event', '=', anyOf(event))
  if (channel !== undefined) rows = rows.where('m.channel', '=', anyOf(channel))
  if (state !== undefined) rows = rows.where('m.state', '=', anyOf(state))
  if (service_request !== undefined) rows = rows.where('m.service_request_id', '=', anyOf(service_request))
  if (traveler !== undefined) rows = rows.where('m.traveler_id', '=', anyOf(traveler))
  if (range !== undefined)
    rows = rows.where('m.created_at', '>=', new Date(range[0])).where('m.created_at', '<', new Date(range[1]))
  return listed(rows, query, sortable, sql.ref('m.id'))
}
