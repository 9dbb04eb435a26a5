import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { ofVisibleTraveler, type Scope } from '../http/scope.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('traveler_comments')
    .leftJoin('users', 'users.id', 'traveler_comments.created_by')
    .select([
      'traveler_comments.id',
      'traveler_id',
      'comment',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('created_by_name'),
      'traveler_comments.created_at',
      'traveler_comments.updated_at',
      'traveler_comments.version',
    ])

export const listTravelerComments = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.travelerComments.list.query>,
  hidden: Hidden,
) => {
  const { traveler } = query.filter ?? {}
  let found = select(db)
    .where(ofVisibleTraveler(scope, 'traveler_id'))
    // What the reader may not see, they may not find either.
    .where(matches(query.search, hidden.has('care') ? [] : ['comment']))
  if (traveler !== undefined) found = found.where(sql<boolean>`traveler_id = any(${traveler}::int[])`)
  const sortable = byValue('traveler_comments.id', 'traveler_comments.created_at')
  return listed(found, query, sortable, sql.ref('traveler_comments.id'))
}

export const findTravelerComment = (db: Kysely<DB>, id: number) =>
  select(db).where('traveler_comments.id', '=', id).executeTakeFirst()

export const lockTravelerComment = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db)
    .where('traveler_comments.id', '=', id)
    .where(ofVisibleTraveler(scope, 'traveler_id'))
    .forUpdate('traveler_comments')
    .executeTakeFirst()

/** The newest comments on one passenger. */
export const newestTravelerComments = (db: Kysely<DB>, travelerId: number, count: number) =>
  select(db).where('traveler_id', '=', travelerId).orderBy('traveler_comments.id', 'desc').limit(count).execute()
