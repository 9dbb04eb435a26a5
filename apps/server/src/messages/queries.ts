import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
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

/** A number may be the booking's. */
const withNumber = (search: string, hidden: Hidden) => {
  const words = matches(search, searched(hidden))
  return /^[1-9]\d{0,8}$/.test(search) ? sql<boolean>`(${words} or m.service_request_id = ${Number(search)})` : words
}

export const listMessages = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.messages.list.query>,
  hidden: Hidden,
) => {
  const { region, event, channel, state, service_request, date_range: range } = query.filter ?? {}
  let found = db
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .select(['m.id', 'm.event', 'm.service_request_id', 'm.traveler_id', 'm.region_id', 'regions.name as region_name'])
    .select(sql<string>`t.first_name || ' ' || t.last_name`.as('traveler_name'))
    .select(['m.channel', 'm.language', 'm.recipient', 'm.state', 'm.state_at', 'm.reason', 'm.attempts'])
    .select(['m.subject', 'm.text', 'm.created_at', 'm.due_at'])
    .where(withinScope(scope, 'm.region_id'))
    .where(withNumber(query.search, hidden))
  if (region !== undefined) found = found.where('m.region_id', 'in', region)
  if (event !== undefined) found = found.where('m.event', 'in', event)
  if (channel !== undefined) found = found.where('m.channel', 'in', channel)
  if (state !== undefined) found = found.where('m.state', 'in', state)
  if (service_request !== undefined) found = found.where('m.service_request_id', 'in', service_request)
  if (range !== undefined)
    found = found.where('m.created_at', '>=', new Date(range[0])).where('m.created_at', '<', new Date(range[1]))
  return listed(found, query, sortable, sql.ref('m.id'))
}
