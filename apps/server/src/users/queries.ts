import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, visibleUsers } from '../http/scope.ts'

type Group = { id: number; name: string }

/** Never the password. */
const select = (db: Kysely<DB>) =>
  db.selectFrom('users').select([
    'id',
    'first_name',
    'last_name',
    sql<string>`first_name || ' ' || last_name`.as('full_name'),
    'username',
    'email',
    'phone_number',
    'status',
    sql<number[]>`array(select user_group_id from user_group_members where user_id = users.id order by 1)`.as('groups'),
    sql<Group[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
        from user_group_members m join user_groups g on g.id = m.user_group_id where m.user_id = users.id)`.as(
      'UserGroups',
    ),
    'region_ids',
    'organisation_id',
    sql<string | null>`(select o.name from organisations o where o.id = users.organisation_id)`.as('organisation_name'),
    'created_at',
    'updated_at',
    'version',
  ])

export const listUsers = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.users.list.query>) => {
  const { id, user_group } = query.filter ?? {}
  let found = select(db)
    .where(visibleUsers(scope))
    .where(matches(query.search, ['first_name', 'last_name', 'username', 'email']))
  if (id !== undefined) found = found.where('id', '=', sql<number>`any(${id}::int[])`)
  if (user_group !== undefined)
    found = found.where(
      sql<boolean>`exists (select from user_group_members where user_id = users.id and user_group_id = any(${user_group}::int[]))`,
    )
  return listed(found, query, byText('first_name', 'last_name', 'username', 'email', 'phone_number'))
}

export const findUser = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleUsers(scope)).executeTakeFirst()

export const lockUser = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleUsers(scope)).forUpdate().executeTakeFirst()
