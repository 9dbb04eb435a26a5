import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { ofVisibleTraveler, type Scope } from '../http/scope.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .leftJoin('travelers as w', 'w.id', 'h.helper_id')
    .select(['h.id', 'h.traveler_id', 'h.helper_id', 'h.rights', 'h.household', 'h.accepted_at', 'h.ends_at'])
    .select([
      sql<string>`t.first_name || ' ' || t.last_name`.as('traveler_name'),
      sql<string | null>`w.first_name || ' ' || w.last_name`.as('helper_name'),
    ])
    .select(['h.created_at', 'h.updated_at', 'h.version'])

/** Of both sides, as far as the user may see them: a helper of another region is named all the same. */
export const listTravelerHelpers = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.travelerHelpers.list.query>,
  hidden: Hidden,
) => {
  const { traveler } = query.filter ?? {}
  let found = select(db)
    .where((e) => e.or([ofVisibleTraveler(scope, 'h.traveler_id'), ofVisibleTraveler(scope, 'h.helper_id')]))
    .where(
      hidden.has('name')
        ? sql<boolean>`${query.search} = ''`
        : matches(query.search, ['t.first_name', 't.last_name', 'w.first_name', 'w.last_name']),
    )
  if (traveler !== undefined)
    found = found.where((e) => e.or([e('h.traveler_id', '=', anyOf(traveler)), e('h.helper_id', '=', anyOf(traveler))]))
  return listed(found, query, byValue('h.id', 'h.created_at'), sql.ref('h.id'))
}

export const findTravelerHelper = (db: Kysely<DB>, id: number) => select(db).where('h.id', '=', id).executeTakeFirst()

export const lockTravelerHelper = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('h.id', '=', id).where(ofVisibleTraveler(scope, 'h.traveler_id')).forUpdate('h').executeTakeFirst()
