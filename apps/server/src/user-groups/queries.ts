import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Role } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const numberOfRoles: RawBuilder<number> = sql`(
  select count(*) from user_group_roles gr join user_roles r on r.id = gr.user_role_id
  where gr.user_group_id = user_groups.id and r.status = 'enabled')`

const select = (db: Kysely<DB>) =>
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
      sql<number[]>`array(select user_id from user_group_members where user_group_id = user_groups.id order by 1)`.as(
        'users',
      ),
      numberOfRoles.as('numberOfRoles'),
    ])

export const listGroups = (db: Kysely<DB>, query: z.output<typeof api.userGroups.list.query>) =>
  listed(select(db).where(matches(query.search, ['name'])), query, { ...byText('name'), numberOfRoles })

export const findGroup = (db: Kysely<DB>, id: number) => select(db).where('id', '=', id).executeTakeFirst()

export const lockGroup = (db: Kysely<DB>, id: number) => select(db).where('id', '=', id).forUpdate().executeTakeFirst()
