import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('privacy_requests')
    .select([
      'id',
      'traveler_id',
      'kind',
      'came_by',
      day('received_on').as('received_on'),
      day('due_on').as('due_on'),
      'extended_months',
      'identity_check',
      'user_id',
      sql<string | null>`(select first_name || ' ' || last_name from users where users.id = user_id)`.as('user_name'),
      'state',
      'closed_at',
      'erases_at',
      'created_at',
      'updated_at',
      'version',
    ])

const sortable = byValue('received_on', 'due_on')

/** A number may be the passenger's. */
const withNumber = (search: string) => {
  const words = matches(search, ['identity_check'])
  return /^[1-9]\d{0,8}$/.test(search) ? sql<boolean>`(${words} or traveler_id = ${Number(search)})` : words
}

export const listPrivacyRequests = (db: Kysely<DB>, query: z.output<typeof api.privacyRequests.list.query>) => {
  const { kind, state, traveler } = query.filter ?? {}
  let found = select(db).where(withNumber(query.search))
  if (kind !== undefined) found = found.where('kind', '=', anyOf(kind))
  if (state !== undefined) found = found.where('state', '=', anyOf(state))
  if (traveler !== undefined) found = found.where('traveler_id', '=', anyOf(traveler))
  return listed(found, query, sortable)
}

export const findPrivacyRequest = async (db: Kysely<DB>, id: number) => {
  const request = await select(db).where('id', '=', id).executeTakeFirst()
  if (request === undefined) return undefined
  const answers = await db
    .selectFrom('privacy_answers')
    .select(['id', 'sent_at', 'text'])
    .select(
      sql<string | null>`(select first_name || ' ' || last_name from users where users.id = sent_by)`.as(
        'sent_by_name',
      ),
    )
    .where('privacy_request_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...request, answers }
}

export const lockPrivacyRequest = (tx: Transaction<DB>, id: number) =>
  select(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** An objection that is being decided stands in the way of erasing. */
export const objectionOf = async (db: Kysely<DB>, traveler_id: number): Promise<boolean> =>
  (await db
    .selectFrom('privacy_requests')
    .select('id')
    .where('traveler_id', '=', traveler_id)
    .where('kind', '=', 'object')
    .where('state', '=', 'open')
    .executeTakeFirst()) !== undefined
