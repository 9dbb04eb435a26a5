import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Role } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, visibleUsers } from '../http/scope.ts'

const numberOfRoles: RawBuilder<number> = sql`(
  select count(*) from user_group_roles gr join user_roles r on r.id = gr.user_role_id
  where gr.user_group_id = user_groups.id and r.status = 'enabled')`

/** A reader who is limited to regions is told of the members that they may see. */
const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('user_groups')
    .selectAll()
    .select([
      sql<
        number[]
      >`array(select user_role_id from user_group_roles where user_group_id = user_groups.id order by 1)`.as('roles'),
      sql<Role[]>`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
        from user_group_roles gr join user_roles r on r.id = gr.user_role_id
        where gr.user_group_id = user_groups.id)`.as('Roles'),
      sql<number[]>`array(select users.id from user_group_members join users on users.id = user_id
        where user_group_id = user_groups.id and ${visibleUsers(scope)} order by 1)`.as('users'),
      numberOfRoles.as('numberOfRoles'),
    ])

export const listGroups = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.userGroups.list.query>) =>
  listed(select(db, scope).where(matches(query.search, ['name'])), query, { ...byText('name'), numberOfRoles })

export const findGroup = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('id', '=', id).executeTakeFirst()

export const lockGroup = (db: Kysely<DB>, id: number) =>
  select(db, null).where('id', '=', id).forUpdate().executeTakeFirst()
